import { describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { type Caller, start, startReceiver } from '../support.ts';

const categories = [
  { name: 'Invoice', description: 'A bill', keywords: ['Rechnung'] },
  { name: 'Letter', description: 'A letter' },
];

async function classification({ call }: Caller, more: object = {}) {
  const { body } = await call('POST', '/v1/classifications', { name: 'Post', description: 'What comes in', categories, ...more });
  return body.classification as { id: string; categories: { id: string; name: string }[] };
}

async function judged({ call, send }: Caller, id: string, files: Record<string, string>) {
  const { body } = await send('POST', `/v1/classifications/${id}/batches`, {}, files);
  return waitFor(async () => {
    const answer = await call('GET', `/v1/classifications/${id}/batches/${body.batch.id}`);
    expect(answer.body.batch.status).toBe('processed');
    return answer.body;
  });
}

describe('creating a classification', () => {
  it('answers 201 with the new ids', async () => {
    const { call } = await start();
    const answer = await call('POST', '/v1/classifications', { name: 'Post', description: 'What comes in', categories });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      classification: {
        id: expect.any(String),
        name: 'Post',
        categories: [
          { id: expect.any(String), name: 'Invoice' },
          { id: expect.any(String), name: 'Letter' },
        ],
      },
    });
  });

  it.each([
    ['no categories', { categories: [] }, 'categories: must have at least one category.'],
    ['a category without a name', { categories: [{ description: 'x' }] }, 'categories[0].name: is required.'],
    [
      'keywords that are no list',
      { categories: [{ name: 'A', keywords: 'x' }] },
      'categories[0].keywords: must be of type array.',
    ],
    [
      'a link that is no id',
      { categories: [{ name: 'A', linked_extraction_id: 'x' }] },
      'categories[0].linked_extraction_id: must be a UUID.',
    ],
    [
      'a link to nothing',
      { categories: [{ name: 'A', linked_extraction_id: '00000000-0000-4000-8000-000000000000' }] },
      'linked_extraction_id: there is no extraction 00000000-0000-4000-8000-000000000000.',
    ],
  ])('answers 400 to %s', async (_what, wrong, error) => {
    const { call } = await start();
    const answer = await call('POST', '/v1/classifications', { name: 'Post', description: '', ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe('a classification batch', () => {
  it('is accepted with 202 and queued, without its files', async () => {
    const caller = await start({ delays: { queued: 1000 } });
    const { id } = await classification(caller);
    const answer = await caller.send('POST', `/v1/classifications/${id}/batches`, {}, { 'a.pdf': 'Invoice', 'b.pdf': 'x' });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ batch: { id: expect.any(String), classification_id: id, status: 'queued', file_count: 2 } });
    const { body } = await caller.call('GET', `/v1/classifications/${id}/batches/${answer.body.batch.id}`);
    expect(body.files[0]).toEqual({ id: expect.any(String), file_name: 'a.pdf', status: 'queued' });
  });

  it('ends with a verdict for each file, or with no category', async () => {
    const caller = await start();
    const { id, categories: made } = await classification(caller);
    const { batch, files } = await judged(caller, id, {
      'a.pdf': 'Rechnung',
      'b.docx': 'hello',
      'c.png': 'image',
      'd.pdf': 'broken',
    });
    expect(batch).toMatchObject({ status: 'processed', file_count: 4 });
    expect(files[0]).toEqual({
      id: expect.any(String),
      file_name: 'a.pdf',
      status: 'processed',
      classified_category_id: made[0]?.id,
      classified_category_name: 'Invoice',
      confidence: 0.9,
      classification_reasoning: 'A word of the category is there.',
    });
    const none = { status: 'processed', classified_category_id: null, classified_category_name: null };
    expect(files[1]).toMatchObject(none);
    expect(files[2]).toMatchObject({ ...none, classification_reasoning: expect.stringContaining('image') });
    expect(files[3]).toMatchObject({ ...none, classification_reasoning: expect.stringContaining('It is broken') });
  });

  it('accepts 30 files and refuses 31', async () => {
    const caller = await start();
    const { id } = await classification(caller);
    const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.pdf`, 'x']));
    const refused = await caller.send('POST', `/v1/classifications/${id}/batches`, {}, files(31));
    expect(refused).toMatchObject({ status: 400, body: { error: 'Too many files: 31. Up to 30 files per request.' } });
    expect((await caller.send('POST', `/v1/classifications/${id}/batches`, {}, files(30))).status).toBe(202);
    expect(caller.sandbox.control.classifications()[0]?.batches).toHaveLength(1);
  });

  it('answers 404 to an unknown classification or batch, and to a batch of another classification', async () => {
    const caller = await start();
    const { id } = await classification(caller);
    const other = await classification(caller);
    const { body } = await caller.send('POST', `/v1/classifications/${id}/batches`, {}, { 'a.pdf': 'x' });
    expect((await caller.send('POST', '/v1/classifications/nothing/batches', {}, { 'a.pdf': 'x' })).status).toBe(404);
    expect((await caller.call('GET', `/v1/classifications/${id}/batches/nothing`)).status).toBe(404);
    expect((await caller.call('GET', `/v1/classifications/${other.id}/batches/${body.batch.id}`)).status).toBe(404);
  });
});

describe('overriding a category', () => {
  it('persists: neither the current run nor a redo changes it', async () => {
    const caller = await start({ delays: { queued: 30 } });
    const { id, categories: made } = await classification(caller);
    const { body } = await caller.send(
      'POST',
      `/v1/classifications/${id}/batches`,
      {},
      { 'a.pdf': 'Invoice', 'b.pdf': 'Invoice' },
    );
    const path = `/v1/classifications/${id}/batches/${body.batch.id}`;
    const [file] = (await caller.call('GET', path)).body.files;
    const answer = await caller.call('PATCH', `/v1/classifications/${id}/files/${file.id}`, {
      classified_category_id: made[1]?.id,
    });
    expect(answer.status).toBe(200);
    await waitFor(async () => expect((await caller.call('GET', path)).body.batch.status).toBe('processed'));
    const redo = await caller.call('POST', `/v1/classifications/${id}/files/${file.id}/redo`);
    expect(redo.status).toBe(200);
    expect((await caller.call('GET', path)).body.files).toMatchObject([
      { status: 'processed', classified_category_name: 'Letter' },
      { classified_category_name: 'Invoice' },
    ]);
  });

  it('answers 400 to an unknown category and 404 to an unknown file', async () => {
    const caller = await start();
    const { id } = await classification(caller);
    const { files } = await judged(caller, id, { 'a.pdf': 'x' });
    const path = `/v1/classifications/${id}/files`;
    expect((await caller.call('PATCH', `${path}/${files[0].id}`, { classified_category_id: 'x' })).status).toBe(400);
    expect((await caller.call('PATCH', `${path}/${files[0].id}`, {})).status).toBe(400);
    expect((await caller.call('PATCH', `${path}/nothing`, { classified_category_id: 'x' })).status).toBe(404);
    expect((await caller.call('POST', `${path}/nothing/redo`)).status).toBe(404);
  });
});

describe('redo', () => {
  it('classifies again by the current categories, and costs pages', async () => {
    const caller = await start({ pagesPerMonth: 10 });
    const { id, categories: made } = await classification(caller);
    const { batch, files } = await judged(caller, id, { 'a.pdf': 'Lieferschein pages=3' });
    expect(files[0].classified_category_id).toBeNull();
    caller.sandbox.control.setCategories(id, [...categories, { name: 'Delivery', keywords: ['Lieferschein'] }]);
    const answer = await caller.call('POST', `/v1/classifications/${id}/files/${files[0].id}/redo`);
    expect(answer).toMatchObject({ status: 202, body: { file: { status: 'queued' } } });
    await waitFor(async () => {
      const { body } = await caller.call('GET', `/v1/classifications/${id}/batches/${batch.id}`);
      expect(body.files[0]).toMatchObject({ status: 'processed', classified_category_name: 'Delivery' });
    });
    expect(caller.sandbox.control.classifications()[0]?.categories[0]?.id).toBe(made[0]?.id);
    expect(caller.sandbox.control.pages().remaining).toBe(4);
    caller.sandbox.control.setPages(2);
    expect((await caller.call('POST', `/v1/classifications/${id}/files/${files[0].id}/redo`)).status).toBe(403);
  });
});

describe('a linked extraction', () => {
  it('gets each file of its category as a separate batch, announced by webhooks in order', async () => {
    const caller = await start();
    const receiver = await startReceiver();
    caller.sandbox.control.registerWebhook(receiver.url);
    const linked = caller.extraction();
    const { id } = await classification(caller, {
      categories: [{ name: 'Invoice', description: '', linked_extraction_id: linked }],
    });
    const { files } = await judged(caller, id, { 'a.pdf': 'Invoice\nnumber: 5\ntotal: 6', 'b.pdf': 'none' });
    await waitFor(() => expect(receiver.types().filter((type) => type !== 'file.classified')).toHaveLength(2));
    const events = receiver.received.map(({ text }) => JSON.parse(text)).filter(({ data }) => data.file_name !== 'b.pdf');
    expect(events.map(({ type }) => type)).toEqual(['file.classified', 'extraction.completed', 'file.processed']);
    expect(events[0].data).toMatchObject({ classification_id: id, file_id: files[0].id, classified_category_name: 'Invoice' });
    const { extraction_id: extractionId, batch_id: batchId } = events[2].data;
    expect(extractionId).toBe(linked);
    expect((await caller.poll(linked, batchId)).body.files).toMatchObject([
      { file_name: 'a.pdf', status: 'processed', result: { extracted_data: { number: '5', total: '6' } } },
    ]);
    expect(caller.sandbox.control.extractions()[0]?.batches).toHaveLength(1);
  });

  it('gets a file once, however often it is classified so', async () => {
    const caller = await start();
    const linked = caller.extraction();
    const { id } = await classification(caller, { categories: [{ name: 'Invoice', linked_extraction_id: linked }] });
    const { batch, files } = await judged(caller, id, { 'a.pdf': 'Invoice' });
    await waitFor(() => expect(caller.sandbox.control.extractions()[0]?.batches).toHaveLength(1));
    await caller.call('POST', `/v1/classifications/${id}/files/${files[0].id}/redo`);
    await waitFor(async () => {
      const { body } = await caller.call('GET', `/v1/classifications/${id}/batches/${batch.id}`);
      expect(body.batch.status).toBe('processed');
    });
    expect(caller.sandbox.control.extractions()[0]?.batches).toHaveLength(1);
  });

  it('fails a file there when the pages are used up', async () => {
    const caller = await start({ pagesPerMonth: 1 });
    const receiver = await startReceiver();
    caller.sandbox.control.registerWebhook(receiver.url);
    const linked = caller.extraction();
    const { id } = await classification(caller, { categories: [{ name: 'Invoice', linked_extraction_id: linked }] });
    await judged(caller, id, { 'a.pdf': 'Invoice' });
    await waitFor(() => expect(receiver.types()).toEqual(['file.classified', 'extraction.failed', 'file.failed']));
    expect(caller.sandbox.control.extractions()[0]?.batches[0]?.files[0]).toMatchObject({
      status: 'failed',
      reason: 'Out of pages.',
    });
  });
});
