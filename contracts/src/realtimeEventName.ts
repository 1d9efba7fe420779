/**
 * Names of the realtime events, apart from their declarations: an event imports the reads it makes stale, and a POST next to
 * such a read refers to the event by its name. The compiler compares this list with `realtime.ts`.
 */
export type RealtimeEventName =
  | 'AccessChangedEvent'
  | 'AccessRequestChangedEvent'
  | 'CareTeamChangedEvent'
  | 'CareTeamMembershipUpdatedEvent'
  | 'ConsultationChangedEvent'
  | 'ConversationChangedEvent'
  | 'ConversationReadEvent'
  | 'DeliveryChangedEvent'
  | 'DocumentCheckedEvent'
  | 'DuplicatesChangedEvent'
  | 'EmergencyAccessEvent'
  | 'EmergencyAccessReviewEvent'
  | 'InvitationDeclinedEvent'
  | 'InviteBatchChangedEvent'
  | 'PatientChangedEvent'
  | 'PatientMergedEvent'
  | 'PatientNewsEvent'
  | 'RecordPulledEvent'
  | 'ReferralChangedEvent'
  | 'ResyncEvent'
  | 'TaskChangedEvent'
  | 'TextMessagesChangedEvent'
  | 'TextReplyReceivedEvent'
  | 'UnreadMessageCountChangedEvent'
  | 'WorkQueueItemChangedEvent';
