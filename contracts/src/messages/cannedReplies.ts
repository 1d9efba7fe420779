import { z } from 'zod';
import { get, nothing, post } from '../endpoint.ts';
import { id, isKeepable, requiredTitle } from '../fields.ts';
import { listTemplateItems } from '../referrals/templateItems.ts';
import { messageLimits, messageTexts, messaging } from '../messages.ts';
import { hasVisibleText } from '../fields.ts';
import { messageText } from './text.ts';

const cannedReplyFields = {
  title: requiredTitle(messageLimits.cannedReplyTitle, messageTexts.titleRequired, messageTexts.titleTooLong)
    .refine(hasVisibleText, messageTexts.titleRequired)
    .refine(isKeepable, messageTexts.unkeepableTitle),
  message: messageText(messageTexts.messageRequired),
};
export const cannedReplyForm = z.object(cannedReplyFields);

/** A text that a user sends often. Canned replies belong to the user, also while they act for somebody. */
export const cannedReply = z.object({ cannedReplyId: id, title: z.string(), message: z.string() });
export type CannedReply = z.infer<typeof cannedReply>;

export const listCannedReplies = get('/provider/messages/canned-replies', {
  summary: "Lists the user's canned replies by title.",
  access: messaging,
  audit: 'none',
  input: nothing,
  output: z.object({ cannedReplies: z.array(cannedReply) }),
});

export const saveCannedReply = post('/provider/messages/canned-replies/save', {
  summary: 'Adds or changes a canned reply.',
  access: messaging,
  authorization: 'own',
  makesStale: [listCannedReplies, listTemplateItems],
  input: z.object({ ...cannedReplyFields, cannedReplyId: id.nullish() }),
  output: z.object({ cannedReplyId: id }),
});

export const removeCannedReply = post('/provider/messages/canned-replies/delete', {
  summary: 'Removes a canned reply.',
  access: messaging,
  authorization: 'own',
  makesStale: [listCannedReplies, listTemplateItems],
  input: z.object({ cannedReplyId: id }),
  output: nothing,
});
