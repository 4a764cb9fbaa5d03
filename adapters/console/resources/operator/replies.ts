import * as z from 'zod';
import { statusResponse } from '../../../http/response.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import { answerSchemas } from '../named-schemas.ts';

const mostReplies = 1_000;

const replyList = z
  .object({
    replies: z.array(
      z.object({
        count: z.int(),
        stage: z.string().describe('What was replied to.'),
        code: z.int(),
        enhanced_code: z.string().nullable(),
        text: z
          .string()
          .describe('The words; … stands for an address, a host or unknown words, # for a number.'),
      }),
    ),
  })
  .register(answerSchemas, { id: 'Replies' });

export const repliesEndpoint: ConsoleEndpoint = {
  access: 'operator',
  method: 'GET',
  path: '/api/replies',
  operationId: 'listReplies',
  summary: 'The commonest replies of mail servers that were not understood',
  response: replyList,
  errors: [403],
  async respond({ parts }) {
    const replies = (await parts.engine.replies.list()).slice(0, mostReplies);
    const answer: z.output<typeof replyList> = {
      replies: replies.map(({ count, stage, code, enhancedCode, text }) => ({
        count,
        stage,
        code,
        enhanced_code: enhancedCode,
        text,
      })),
    };
    return statusResponse(200, answer);
  },
};
