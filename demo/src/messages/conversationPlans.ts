import type { ConversationPlan } from './plan.ts';

/** Conversations of the first client's users about their patients. */
const aboutPatients: readonly ConversationPlan[] = [
  {
    members: ['drpatel', 'drnguyen'],
    patient: 'Rivera',
    messages: [
      {
        by: 'drnguyen',
        sent: [0, 3, 10],
        text: 'Anjali, I have just sent you Mr. Rivera. Chest tightness on the stairs for three weeks, gone with rest. His resting ECG in my office is unchanged from last year.',
        attached: true,
      },
      {
        by: 'drpatel',
        sent: [0, 2, 35],
        text: 'Thank you, Linh. Is he on aspirin and a statin? If not, please start both today; I can fit him in for a stress test this week.',
      },
      {
        by: 'frontdesk',
        for: 'drnguyen',
        sent: [0, 1, 50],
        text: 'Dr. Nguyen asked me to pass on: aspirin 81 mg started today, he has been on atorvastatin 40 mg since spring. He needs a Spanish interpreter and can come any morning.',
      },
      {
        by: 'drnguyen',
        sent: [0, 0, 25],
        text: 'He just called: a longer episode this morning, about ten minutes, while carrying laundry. I told him to call 911 if it happens at rest. Can you see him today?',
        urgent: true,
      },
    ],
    unread: { drpatel: 2 },
  },
  {
    members: ['coordinator', 'drpatel'],
    patient: 'Papadopoulos',
    messages: [
      {
        by: 'coordinator',
        sent: [0, 5, 5],
        text: 'Second emergency visit this week for a fast heart rate. Dr. Pelletier asks for a visit within 24 hours; her daughter can drive her at any time.',
        urgent: true,
      },
      {
        by: 'office',
        for: 'drpatel',
        sent: [0, 4, 20],
        text: 'Dr. Patel can see her tomorrow at 8:15 before clinic. Please ask the daughter to bring the list of medications and the discharge papers.',
      },
      {
        by: 'coordinator',
        sent: [0, 4, 2],
        text: 'Confirmed with the daughter. They will be there at 8:00. Thank you both!',
      },
    ],
    unread: { drpatel: 1 },
  },
  {
    members: ['drpatel', 'drnguyen', 'drobrien'],
    patient: 'Sullivan',
    messages: [
      {
        by: 'drobrien',
        sent: [6, 14, 40],
        text: 'I would like to replace his knee in about two months. He still takes two blood thinners for the stent of four years ago. May the clopidogrel be stopped for good?',
      },
      {
        by: 'drnguyen',
        sent: [6, 16, 5],
        text: 'He has asked me the same. No symptoms, walks his dog two miles a day. The referral to Anjali went out for exactly this question.',
      },
      {
        by: 'drpatel',
        sent: [2, 9, 30],
        text: 'From the notes this was an elective stent to the LAD, so one agent is enough by now. I want to see him once before I say so. Please hold the date of the operation until then.',
      },
      { by: 'drobrien', sent: [1, 8, 55], text: 'Will do, we have penciled in the second week and can move it.' },
    ],
    unread: { drnguyen: 1 },
  },
  {
    members: ['drnguyen', 'drpatel'],
    patient: 'Chen',
    messages: [
      {
        by: 'drpatel',
        sent: [18, 11, 15],
        text: 'Seen today: echo with preserved function, no change in treatment. Next visit in six months. The consult note is in the chart.',
        attached: true,
      },
      { by: 'drnguyen', sent: [18, 15, 30], text: 'Wonderful, thank you. I will keep an eye on the blood pressure.' },
    ],
    archivedBy: ['drpatel'],
  },
  {
    members: ['drnguyen', 'drrosenberg'],
    patient: 'Khalil',
    messages: [
      {
        by: 'drnguyen',
        sent: [3, 10, 20],
        text: 'A1c has gone from 8.1 to 9.4 in three months in spite of full-dose metformin. Would you start a GLP-1 agonist, or go to basal insulin first?',
      },
      {
        by: 'drrosenberg',
        sent: [3, 17, 45],
        text: 'GLP-1 first, if there is no history of pancreatitis. Please check lipase and creatinine, and send the results along with the referral.',
      },
    ],
    unread: { drnguyen: 1 },
  },
  {
    members: ['drnguyen', 'drpatel'],
    patient: 'Johansson',
    messages: [
      {
        by: 'drnguyen',
        sent: [62, 9, 40],
        text: 'The family would like to move the cardiology follow-up to Boston, closer to the daughter. Could your office send the records?',
      },
      {
        by: 'office',
        for: 'drpatel',
        sent: [61, 13, 5],
        text: 'Records of the last three visits were sent to Boston today.',
      },
    ],
  },
];

/** Conversations without a patient. */
const aboutWork: readonly ConversationPlan[] = [
  {
    members: ['coordinator', 'drpatel', 'drnguyen', 'drobrien', 'drrosenberg'],
    messages: [
      {
        by: 'coordinator',
        sent: [4, 8, 30],
        text: 'Reminder: the clinic is closed on the last Friday of the month for training. Please answer urgent referrals by Thursday noon.',
      },
      { by: 'drobrien', sent: [4, 12, 10], text: 'Noted. Our on-call number stays the same that day: (508) 555-0142.' },
      { by: 'drrosenberg', sent: [3, 7, 50], text: 'Thanks, Renée 👍' },
    ],
    unread: { drrosenberg: 1, drnguyen: 2 },
  },
  {
    members: ['office', 'frontdesk'],
    messages: [
      {
        by: 'office',
        sent: [1, 9, 15],
        text: 'Do you still have prior-authorization forms of the new plan? Ours are used up.',
      },
      { by: 'frontdesk', sent: [1, 9, 40], text: 'Plenty. I will put twenty into the courier bag this afternoon.' },
      { by: 'office', sent: [1, 9, 44], text: 'You are a lifesaver!' },
    ],
    unread: { frontdesk: 1 },
  },
  {
    members: ['admin', 'coordinator'],
    messages: [
      {
        by: 'admin',
        sent: [9, 15, 20],
        text: 'The new work queue for referral exceptions is live. Could you tell me by Friday whether anything is missing?',
      },
      { by: 'coordinator', sent: [8, 10, 5], text: 'Works well. It would help to see the due date in the list.' },
      { by: 'admin', sent: [8, 10, 30], text: 'It is there: sort by “Due”. Let me know if that is what you mean.' },
    ],
  },
];

/** Conversations of the second client, which are invisible to the first. */
const inKansas: readonly ConversationPlan[] = [
  {
    members: ['outsider', 'drokafor'],
    patient: 'Krause',
    messages: [
      {
        by: 'outsider',
        sent: [1, 13, 25],
        text: 'Chidi, she is short of breath again and up six pounds in a week. I doubled the furosemide this morning. Anything else before your visit on Thursday?',
        urgent: true,
      },
      {
        by: 'drokafor',
        sent: [1, 14, 10],
        text: 'Potassium and creatinine in two days, please, and weigh her daily. Send her in if the weight does not turn.',
      },
    ],
    unread: { outsider: 1 },
  },
  {
    members: ['prairiecoord', 'outsider'],
    patient: 'Steinbeck',
    messages: [
      {
        by: 'prairiecoord',
        sent: [5, 11, 0],
        text: 'The home health agency asks for a signed plan of care. It is in the chart since Monday.',
      },
    ],
    unread: { outsider: 1 },
  },
];

/** All demo conversations, numbered in this order. */
export const conversationPlans: readonly ConversationPlan[] = [...aboutPatients, ...aboutWork, ...inKansas];

/** Canned replies of the family practice's front desk. */
export const cannedReplyPlans = [
  {
    by: 'frontdesk',
    title: 'Received',
    message: 'We have received this and will answer within one business day.',
  },
  {
    by: 'frontdesk',
    title: 'Please call',
    message: 'Please call the practice at your convenience so that we can find an appointment.',
  },
  {
    by: 'drpatel',
    title: 'Seen, note follows',
    message: 'Thank you for sending this patient. Seen today; the note follows by tomorrow.',
  },
] as const;
