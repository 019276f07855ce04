import { say } from '../../core/messages/message.ts';
import { type Check, fine, problem } from './check.ts';

const needed = 24;

/** Whether this Node can run Intray. Pure. @param node its version, such as `24.1.0` */
export function judgeNode(node: string, version: string): Check {
  const seen = say('health.program.seen', { version, node });
  if (Number(node.split('.')[0]) >= needed) return fine('program', seen);
  return problem('program', seen, say('health.program.oldNode', { needed: String(needed) }));
}
