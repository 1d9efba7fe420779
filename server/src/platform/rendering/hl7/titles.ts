import { lookup } from './lookup.ts';

/** Titles of messages by type, or by type and event (HL7 version 2, tables 0076 and 0003). */
const titles: Record<string, string> = {
  ACK: 'Acknowledgment',
  'ADT A01': 'Admission',
  'ADT A02': 'Transfer',
  'ADT A03': 'Discharge',
  'ADT A04': 'Registration',
  'ADT A05': 'Preadmission',
  'ADT A08': 'Patient update',
  'ADT A11': 'Canceled admission',
  'ADT A12': 'Canceled transfer',
  'ADT A13': 'Canceled discharge',
  'ADT A28': 'New person',
  'ADT A31': 'Person update',
  'ADT A40': 'Merged patients',
  ADT: 'Patient message',
  DFT: 'Charges',
  MDM: 'Document',
  OMG: 'Order',
  OML: 'Laboratory order',
  ORM: 'Order',
  ORU: 'Results',
  OUL: 'Laboratory results',
  RAS: 'Medication administration',
  RDE: 'Pharmacy order',
  RDS: 'Pharmacy dispense',
  REF: 'Referral',
  RRI: 'Referral response',
  'SIU S12': 'New appointment',
  'SIU S13': 'Rescheduled appointment',
  'SIU S14': 'Changed appointment',
  'SIU S15': 'Canceled appointment',
  'SIU S17': 'Deleted appointment',
  'SIU S26': 'Missed appointment',
  SIU: 'Appointment',
  VXU: 'Immunizations',
};

/** @param type components of the message type, such as ADT and A01 */
export function messageTitle([type = '', event = '']: readonly string[]): string {
  return lookup(titles, `${type} ${event}`) ?? lookup(titles, type) ?? 'HL7 message';
}
