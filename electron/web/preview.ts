import type { FastifyInstance } from 'fastify';
import { documentPolicy } from '../core/contract/content-policy.ts';
import type { Workspace } from '../workspace/api.ts';
import { previewResponse } from '../workspace/documents/preview-response.ts';
import { Refused, refusals } from './refusals.ts';

/** GET /preview/<id>: a document's file. */
export function addPreview(app: FastifyInstance, workspace: Pick<Workspace, 'preview' | 'previewBytes'>): void {
  app.get<{ Params: { id: string } }>('/preview/:id', async ({ params }, reply) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new Refused(refusals.notFound);
    void reply.headers({ 'content-security-policy': documentPolicy, 'content-disposition': 'inline' });
    return reply.send(await previewResponse(workspace, Number(params.id)));
  });
}
