export const wizardTitle = 'Request Medication Consultation';
