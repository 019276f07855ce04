/** Uploads files in batches, four requests at once: with Intray's client, or with undici and FormData. */
import { openAsBlob } from 'node:fs';
import { Agent, FormData, fetch } from 'undici';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import type { UploadFile } from '../../../electron/service/service.ts';
import { uploadFileOf } from '../../support/upload-file.ts';
import { serve } from '../kit/serve.ts';

export interface UploadOrder {
  readonly url: string;
  /** Complete batches of paths. */
  readonly batches: readonly (readonly string[])[];
  /** The size of each file in bytes. */
  readonly bytes: number;
}

const inFlight = 4;
/** What the last order names, with the hashes that the intake knows when files are sent. */
let prepared: readonly (readonly UploadFile[])[] = [];

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

serve({
  async prepare({ batches }: UploadOrder) {
    prepared = await Promise.all(batches.map((paths) => Promise.all(paths.map((path) => uploadFileOf(path)))));
  },
  async client({ url }: UploadOrder) {
    const client = createServiceClient({ url, key: () => 'bench' });
    try {
      await each(prepared, async (files) => {
        const answer = await client.uploadFiles('bench', files, { beforeClosingBoundary: () => true });
        if (!answer.ok) throw new Error(inEnglish(answer.error.message));
      });
    } finally {
      await client.close();
    }
  },
  async formData({ url, batches }: UploadOrder) {
    const dispatcher = new Agent();
    try {
      await each(batches, async (paths) => {
        const form = new FormData();
        form.set('extractionId', 'bench');
        for (const path of paths) form.append('files', await openAsBlob(path, { type: 'application/pdf' }), nameOf(path));
        const response = await fetch(`${url}/api/v1/uploadFiles`, { method: 'POST', body: form, dispatcher });
        if (!response.ok) throw new Error(`The sink answered ${response.status}.`);
        await response.json();
      });
    } finally {
      await dispatcher.close();
    }
  },
});
