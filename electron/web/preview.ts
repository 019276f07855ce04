import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { documentPolicy } from '../core/contract/content-policy.ts';
import { previewOfContent } from '../core/intake/file-types.ts';
import { say } from '../core/messages/message.ts';
import { assertNever } from '../core/result.ts';
import type { Preview, Workspace } from '../workspace/api.ts';
import { Refused, refusals } from './refusals.ts';

/**
 * GET /preview/<id>: streams a document's file, or the requested range of it. The workspace decides what may be shown.
 */
export function addPreview(app: FastifyInstance, preview: Workspace['preview']): void {
  app.get<{ Params: { id: string } }>('/preview/:id', async ({ params, headers }, reply) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new Refused(refusals.notFound);
    const found = await preview(Number(params.id));
    if (!found.ok) throw new Refused({ status: found.error.kind === 'internal' ? 500 : 404, message: found.error.message });
    void reply.headers({ 'content-security-policy': documentPolicy, 'content-disposition': 'inline' });
    return send(reply, found.value, headers.range);
  });
}

async function send(reply: FastifyReply, preview: Preview, range: string | undefined): Promise<FastifyReply> {
  switch (preview.kind) {
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(preview.text);
    case 'file':
      // Only these types are served as what they are: a browser would run or guess anything else.
      if (!['pdf', 'image'].includes(previewOfContent(preview.contentType))) throw new Refused(refusals.notFound);
      return sendFile(reply.type(preview.contentType), preview.path, range);
    default:
      return assertNever(preview);
  }
}

async function sendFile(reply: FastifyReply, path: string, range: string | undefined): Promise<FastifyReply> {
  // Does not follow a link that has replaced the file since it was checked, and does not wait for a pipe.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => {
    throw new Refused({ status: 404, message: say('workspace.document.gone') });
  });
  const facts = await file.stat();
  const wanted = readRange(range, facts.size);
  if (!facts.isFile() || facts.size === 0 || wanted === 'unsatisfiable') {
    await file.close();
    if (wanted !== 'unsatisfiable') throw new Refused({ status: 404, message: say('workspace.document.empty') });
    return reply.code(416).header('content-range', `bytes */${facts.size}`).send();
  }
  const { start, end } = wanted === 'whole' ? { start: 0, end: facts.size - 1 } : wanted;
  if (wanted !== 'whole') void reply.code(206).header('content-range', `bytes ${start}-${end}/${facts.size}`);
  void reply.headers({ 'accept-ranges': 'bytes', 'content-length': end - start + 1 });
  return reply.send(file.createReadStream({ start, end }));
}

/** The requested bytes of a file, first and last included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2) for a file of `size` bytes. `whole`: it names no range or several, which a server
 * may answer with the whole file. Pure.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
