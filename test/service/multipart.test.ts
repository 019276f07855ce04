import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyMultipart from '@fastify/multipart';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeForm, pieceBytes, runUpload } from '../../electron/service/upload.ts';
import { uploadFileOf } from '../support/upload-file.ts';
import { answerOf, clientOf, makeUploadFile, sealed, startService, temporaryDirectory } from './support.ts';

async function bytesOf(form: ReturnType<typeof composeForm>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Copied at once, as a slow socket would have to if it did not own the buffers until then.
  const { whole } = await runUpload(form, sealed, { sendIdle: 10_000, answer: 10_000 }, async (body) => {
    for await (const chunk of body) chunks.push(Buffer.from(chunk));
    return { kind: 'answer', status: 200, headers: {}, text: '{}' };
  });
  expect(whole).toBe(true);
  return Buffer.concat(chunks);
}

const nowhere = () => Promise.reject(new Error('Nobody reads it.'));
const file = { path: '/nowhere', open: nowhere, sha256: '', contentType: 'application/pdf', size: 3 };

describe('a form', () => {
  it('is exactly what RFC 7578 describes', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'a'), 'AAA');
    await writeFile(join(directory, 'b'), 'BB');
    const form = composeForm(
      [['extractionId', 'é-1']],
      [
        await uploadFileOf(join(directory, 'a'), { fileName: 'a.pdf' }),
        await uploadFileOf(join(directory, 'b'), { fileName: 'b.png', contentType: 'image/png' }),
      ],
      'BOUNDARY',
    );
    expect(form.contentType).toBe('multipart/form-data; boundary=BOUNDARY');
    expect((await bytesOf(form)).toString()).toBe(
      [
        '--BOUNDARY',
        'Content-Disposition: form-data; name="extractionId"',
        '',
        'é-1',
        '--BOUNDARY',
        'Content-Disposition: form-data; name="files"; filename="a.pdf"',
        'Content-Type: application/pdf',
        '',
        'AAA',
        '--BOUNDARY',
        'Content-Disposition: form-data; name="files"; filename="b.png"',
        'Content-Type: image/png',
        '',
        'BB',
        '--BOUNDARY--',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['Rechnung Müller.pdf', 'Rechnung Müller.pdf'],
    ['📄 scan.pdf', '📄 scan.pdf'],
    ['say "hi".pdf', 'say %22hi%22.pdf'],
    ['two\r\nlines.pdf', 'two%0D%0Alines.pdf'],
    ['100%.pdf', '100%.pdf'],
    ["it's; a=b.pdf", "it's; a=b.pdf"],
  ])('writes the name %j as browsers do', (fileName, written) => {
    const [head] = composeForm([], [{ ...file, fileName }]).parts;
    expect(head?.toString()).toContain(`; filename="${written}"\r\n`);
  });

  it('lets no content type break out of its line', () => {
    const [head] = composeForm([], [{ ...file, fileName: 'a', contentType: 'application/pdf\r\nX-Evil: 1' }]).parts;
    expect(head?.toString()).toContain('Content-Type: application/octet-stream\r\n\r\n');
  });

  it('has a new boundary each time, of at most 70 characters', () => {
    const boundaries = Array.from({ length: 50 }, () => composeForm([], []).contentType.split('boundary=')[1] ?? '');
    expect(new Set(boundaries).size).toBe(50);
    for (const boundary of boundaries) expect(boundary).toMatch(/^[\w-]{30,70}$/);
  });

  it('produces exactly as many bytes as it announces, whatever the names and sizes', async () => {
    const path = join(await temporaryDirectory(), 'any');
    const sizes = fc.oneof(
      fc.nat(2_000),
      fc.constantFrom(0, 1, pieceBytes - 400, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 2 * pieceBytes + 7),
    );
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { maxLength: 3 }),
        fc.array(text, { maxLength: 4 }),
        sizes,
        async (fields, names, size) => {
          await writeFile(path, '');
          await truncate(path, size);
          const content = await uploadFileOf(path);
          const form = composeForm(
            fields,
            names.map((fileName) => ({ ...content, fileName })),
          );
          expect((await bytesOf(form)).length).toBe(form.contentLength);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a streamed form', () => {
  const awkward = [
    0,
    1,
    65_535,
    65_536,
    131_071,
    131_072,
    131_073,
    700_000,
    pieceBytes - 1,
    pieceBytes,
    pieceBytes + 1,
    3 * pieceBytes + 5,
  ];

  it('arrives as it is on disk, read by a slow parser, several at once', async () => {
    const server = Fastify({ bodyLimit: 1e9 });
    await server.register(fastifyMultipart, { limits: { fileSize: 1e9, files: 50 } });
    let pieces = 0;
    server.post('/api/v1/uploadFiles', async (request) => {
      const received: { id: string; file_name: string; status: string }[] = [];
      for await (const part of request.parts()) {
        if (part.type === 'field') continue;
        const hash = createHash('sha256');
        for await (const chunk of part.file) {
          hash.update(chunk as Buffer);
          pieces += 1;
          if (pieces % 20 === 0) await sleep(1);
        }
        received.push({ id: hash.digest('hex'), file_name: part.filename, status: part.mimetype });
      }
      return { batchId: 'b', extractionId: 'e', files: received };
    });
    onTestFinished(() => server.close());
    const client = clientOf(await server.listen({ port: 0, host: '127.0.0.1' }));
    const files = await Promise.all(awkward.map((size) => makeUploadFile(size, `Größe "${size}" 📄.pdf`)));

    const atOnce = () => Promise.all([1, 2, 3].map(() => client.uploadFiles('e', files, sealed)));
    // The second time in buffers that the first has returned.
    const uploads = [...(await atOnce()), ...(await atOnce())];

    for (const upload of uploads) {
      expect(answerOf(upload).files.map(({ id, fileName, status }) => ({ id, fileName, status }))).toEqual(
        files.map((sent) => ({ id: sent.sha256, fileName: sent.fileName.replaceAll('"', '%22'), status: 'application/pdf' })),
      );
    }
  });

  it('announces its length and is not chunked', async () => {
    const service = await startService(() => ({ status: 200, body: { batchId: 'b', extractionId: 'e', files: [] } }));
    const files = [await makeUploadFile(3 * pieceBytes), await makeUploadFile(10)];
    answerOf(await clientOf(service.url).uploadFiles('e', files, sealed));
    const [seen] = service.seen;
    expect(seen?.headers['content-length']).toBe(String(seen?.body.length));
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
  });
});
