import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../../../electron/core/messages/wording.ts';
import { become } from '../../../../support/jobs.ts';
import { openQuestions, origin, route, running } from './questions.ts';

describe('of a document', () => {
  it('says how it ended and where its outputs are, with its history', async () => {
    const { write, add, ask, ledger, folder } = openQuestions();
    write('a.pdf');
    const { id } = add('a.pdf', { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
    ledger.documents.update(id, { json: { path: join(folder, 'a.pdf.json'), hash: 'aa' } });
    ledger.documents.note({ documentId: id, at: 2_000, event: 'reported', note: foreign('processed') });
    const answer = await ask('scans/a.pdf');
    expect(answer).toMatchObject({ kind: 'document', document: { id }, earlier: [] });
    expect(answer.text).toBe(`The service has processed it. Written to ${folder}/a.pdf.json.`);
    expect(answer.history?.map(({ at, event }) => [at, event])).toEqual([
      [1_000, 'found'],
      [2_000, 'reported'],
    ]);
  });

  it('says that the service passes it on to an extraction by itself, unless a person set its category', async () => {
    const { write, add, ask, ledger } = openQuestions();
    const mail = { kind: 'classification', id: 'c' } as const;
    const result = {
      kind: 'classification',
      status: 'processed',
      categoryName: 'Invoice',
      categoryId: 'c-1',
      extra: {},
    } as const;
    const said = (name: string) => say('explain.passedOn', { name });
    for (const name of ['linked.pdf', 'set.pdf', 'letter.pdf']) write(name);
    add('linked.pdf', { kind: 'processed' }, { route: mail, result });
    const changes = [{ at: 1, by: 'ada', from: 'Letter', to: 'Invoice' }];
    add('set.pdf', { kind: 'processed' }, { route: mail, result, review: { confirmations: [], changes } });
    add('letter.pdf', { kind: 'processed' }, { route: mail, result: { ...result, categoryId: 'c-2', categoryName: 'Letter' } });
    expect((await ask('scans/linked.pdf')).answer).not.toContainEqual(said('e'));

    const made = [
      { id: 'c-1', name: 'Invoice', linkedExtractionId: 'e' },
      { id: 'c-2', name: 'Letter' },
    ];
    ledger.categories.learn(origin, mail.id, made, 'made');
    ledger.routes.setNames(origin, mail, { linked: true });
    expect((await ask('scans/linked.pdf')).answer).toContainEqual(said('e'));
    ledger.routes.setInfo(origin, { route, name: 'Invoices', fields: [], seenAt: 1 });
    expect((await ask('scans/linked.pdf')).text).toContain('on to the extraction “Invoices”; Intray does not send it there');
    expect((await ask('scans/set.pdf')).answer).not.toContainEqual(said('Invoices'));
    expect((await ask('scans/letter.pdf')).answer).not.toContainEqual(said('Invoices'));
  });

  it('names what blocks it: the gate, its route, its folder, its batch, the copy that was sent', async () => {
    const { write, add, ask, ledger, folderId } = openQuestions();
    for (const name of ['first.pdf', 'copy.pdf', 'sent.pdf']) write(name);
    add('first.pdf', { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } });
    const batch = ledger.batches.add({ origin, route, madeAt: 1 });
    ledger.batches.update(batch.id, { state: 'open', acceptedAt: 2_000, nextPollAt: 7_000 });
    const state = { kind: 'queued', status: 'queued' } as const;
    const { id: from, hash } = add('sent.pdf', state);
    become(ledger, from, { from, batchId: batch.id });
    add('copy.pdf', state, { hash });
    expect((await ask('scans/sent.pdf')).text).toContain('says “queued”. The next status check is at');
    expect((await ask('scans/sent.pdf')).text).not.toContain('the same content');
    expect((await ask('scans/copy.pdf')).text).toContain('It has the same content as sent.pdf, which was sent');
    expect((await ask('scans/first.pdf')).answer).toEqual([say('explain.ready')]);
    const closed = (reason: 'pages' | 'unclear', said: string) =>
      ledger.meta.write('gate', { kind: 'forbidden', message: foreign(said), reason, until: 9_000 });
    closed('pages', 'none left');
    expect((await ask('scans/first.pdf')).text).toContain('The service has no pages left: none left.');
    closed('unclear', 'not now');
    expect((await ask('scans/first.pdf')).text).toContain('is not accepting uploads: not now. The next attempt is at');
    ledger.routes.pause(origin, route, { message: foreign('the extraction is gone'), at: 1, until: 2, tries: 1 });
    expect((await ask('scans/first.pdf')).text).toContain('Its folder is paused: the extraction is gone.');
    ledger.routes.resume(origin, route);
    ledger.meta.write('folder-health', { kind: 'unreachable', message: foreign('no share') }, folderId);
    expect((await ask('scans/first.pdf')).text).toContain('cannot be reached: no share.');
  });

  it('says when no engine, or another one, is running', async () => {
    const { write, add, ask, ledger } = openQuestions();
    write('a.pdf');
    write('done.pdf');
    add('a.pdf', { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } });
    add('done.pdf', { kind: 'failed', by: 'service', message: foreign('damaged') });
    ledger.meta.write('gate', { kind: 'offline', message: foreign('no network'), since: 1, until: 2, tries: 1 });
    expect((await ask('scans/a.pdf', { kind: 'none' })).answer).toEqual([
      say('explain.ready'),
      say('why.notRunning'),
      say('statusReport.blockedBefore', { message: foreign('no network') }),
    ]);
    expect((await ask('scans/done.pdf', { kind: 'none' })).answer).toHaveLength(1);
    ledger.meta.write('work', { origin, folders: [] });
    expect((await ask('scans/a.pdf')).text).toContain('does not watch this folder');
  });

  it('says what has changed on disk since Intray last looked', async () => {
    const { write, add, ask, folder } = openQuestions();
    write('a.pdf');
    add('a.pdf', { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
    write('a.pdf', 'longer than before');
    expect((await ask('scans/a.pdf')).text).toContain('The file has changed since Intray last looked at it.');
    unlinkSync(join(folder, 'a.pdf'));
    expect((await ask('scans/a.pdf')).text).toContain('no longer there; its result was delivered');
  });

  it('mentions those that were at its path earlier', async () => {
    const { write, add, ask } = openQuestions();
    write('a.pdf');
    const old = add('a.pdf', { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
    const fresh = add('a.pdf', { kind: 'settling', since: 4_000 }, { replaces: old.id });
    const answer = await ask('scans/a.pdf');
    expect(answer.document?.id).toBe(fresh.id);
    expect(answer.earlier?.map(({ document, answer: said }) => [document.id, inEnglish(said)])).toEqual([
      [old.id, expect.stringMatching(/has processed it.*The file has had different content since\.$/)],
    ]);
  });
});

describe('of a file whose document is elsewhere now', () => {
  it('says where it was renamed to', async () => {
    const { write, add, ask, ledger, folder } = openQuestions();
    write('new name.pdf');
    const { id } = add('new name.pdf', { kind: 'queued', status: 'queued' });
    ledger.documents.note({ documentId: id, at: 3_000, event: 'renamed', note: say('notes.renamed', { path: 'old.pdf' }) });
    const answer = await ask('scans/old.pdf');
    expect(answer).toMatchObject({ kind: 'moved', document: { id } });
    expect(answer.text).toContain(`moved or renamed, and is now ${folder}/new name.pdf. The service has it`);
    expect(answer.history).toHaveLength(2);
  });

  it('says where each document of that name was filed away', async () => {
    const { write, add, ask, ledger } = openQuestions({ fileAway: { kind: 'move', to: 'Done' } });
    const filed = ['Done/June/scan.pdf', 'Done/June/scan (2).pdf'].map((path, index) => {
      write(path);
      const { id } = add(path, { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
      ledger.documents.update(id, { filed: [{ id: index + 1, from: 'June/scan.pdf', to: path, at: 4 }] });
      return id;
    });
    const answer = await ask('scans/June/scan.pdf');
    expect(answer.kind).toBe('moved');
    expect([answer.document?.id, ...(answer.earlier ?? []).map(({ document }) => document.id)]).toEqual(filed.reverse());
    // At its new place it is the document itself, though nothing else is taken there.
    expect(await ask('scans/Done/June/scan.pdf')).toMatchObject({ kind: 'document' });
    write('Done/other.pdf');
    expect((await ask('scans/Done/other.pdf')).text).toContain(
      'It lies in “Done”, which is not watched. Documents are filed away',
    );
  });

  it('says where a document was filed by its values', async () => {
    const { write, add, ask, ledger, folder } = openQuestions({ fileAway: { kind: 'move', to: 'Done', as: '{total}' } });
    write('Done/12.00.pdf');
    const { id } = add('Done/12.00.pdf', { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
    ledger.documents.update(id, { filed: [{ id: 1, from: 'June/scan.pdf', to: 'Done/12.00.pdf', at: 4 }] });
    const answer = await ask('scans/June/scan.pdf');
    expect(answer).toMatchObject({ kind: 'moved', document: { id } });
    expect(answer.text).toContain(`${folder}/Done/12.00.pdf`);
  });

  it('answers for a new file at its path first', async () => {
    const { write, add, ask, ledger } = openQuestions();
    write('new.pdf');
    const { id } = add('new.pdf', { kind: 'queued', status: 'queued' });
    ledger.documents.note({ documentId: id, at: 3_000, event: 'renamed', note: say('notes.renamed', { path: 'old.pdf' }) });
    write('old.pdf');
    expect((await ask('scans/old.pdf')).text).toContain('Intray has not seen it yet.');
  });
});

describe('of a file that is no document', () => {
  it('says why it is ignored', async () => {
    const { write, ask, folder } = openQuestions({ ignore: ['drafts/**'] });
    for (const path of ['notes.txt', '.hidden.pdf', 'scan.pdf.part', 'drafts/a.pdf', '@eaDir/b.pdf']) write(path);
    symlinkSync(join(folder, 'notes.txt'), join(folder, 'link.pdf'));
    const reason = async (path: string) => {
      const { kind, text } = await ask(`scans/${path}`);
      expect(kind, path).toBe('ignored');
      return text;
    };
    expect(await reason('notes.txt')).toContain('only PDF, PNG, JPG and DOCX are');
    expect(await reason('.hidden.pdf')).toContain('begins with a dot');
    expect(await reason('scan.pdf.part')).toContain('still being written');
    expect(await reason('drafts/a.pdf')).toContain('ignores');
    expect(await reason('@eaDir/b.pdf')).toMatch(/lies in “@eaDir”.*storage system/);
    expect(await reason('link.pdf')).toContain('Links are not followed');
  });

  it('says why it was skipped, and how to have it sent', async () => {
    const { write, ask, ledger, folderId } = openQuestions();
    for (const skipped of ['existing', 'left'] as const) {
      const facts = write(`${skipped}.pdf`);
      ledger.files.put({ folderId, directory: '', name: `${skipped}.pdf`, facts, skipped });
    }
    const existing = await ask('scans/existing.pdf');
    expect(existing.kind).toBe('skipped');
    expect(existing.text).toMatch(/there before.*copy it to a new name.*"existing": "send".*intray run /);
    expect((await ask('scans/left.pdf')).text).toMatch(/chose to skip it.*copy it to a new name/);
  });

  it('says which document it is an output of', async () => {
    const { write, add, ask, ledger, folder, folderId } = openQuestions();
    for (const name of ['a.pdf', 'a.pdf.json', 'intray-Invoices.csv']) write(name);
    const { id } = add('a.pdf', { kind: 'processed' });
    ledger.documents.update(id, { json: { path: join(folder, 'a.pdf.json'), hash: 'aa' } });
    const facts = { size: 1, mtimeMs: 1, ino: 1 };
    const file = {
      number: 1,
      path: join(folder, 'intray-Invoices.csv'),
      facts,
      columns: [],
      values: 'printed',
      delimiter: ',',
    } as const;
    const csv = { ...file, upTo: 1, saved: 0 };
    const table = ledger.tables.add({ folderId, origin, route, columns: [], changes: 0, left: [], csv });
    ledger.tables.putRow(table, { position: 1, documentId: id, csv: 1, cells: {} });
    expect(await ask('scans/a.pdf.json')).toMatchObject({ kind: 'output', document: { id } });
    expect((await ask('scans/a.pdf.json')).text).toContain('the result of a.pdf');
    expect((await ask('scans/intray-Invoices.csv')).text).toContain('the result of 1 document');
    ledger.tables.update(table.id, { csv: undefined, left: [csv] });
    expect((await ask('scans/intray-Invoices.csv')).text).toContain('leaves it alone');
  });

  it('says why it was not seen', async () => {
    const { write, ask, ledger, folderId } = openQuestions();
    write('a.pdf');
    const said = async (holder = running) => (await ask('scans/a.pdf', holder)).text;
    expect(await said({ kind: 'none' })).toContain('Intray is not running');
    expect(await said()).toContain('noticed within about a second');
    ledger.meta.write('folder-health', { kind: 'watching', by: 'polling' }, folderId);
    expect(await said()).toContain('every few seconds');
    ledger.meta.write('folder-health', { kind: 'paused', message: foreign('gone') }, folderId);
    expect(await said()).toContain('is paused: gone.');
    ledger.meta.write('folder-health', { kind: 'unreachable', message: foreign('no share') }, folderId);
    expect(await said()).toContain('cannot be reached: no share.');
    ledger.meta.write('folder-health', undefined, folderId);
    expect(await said()).toContain('for the first time');
    ledger.meta.write('work', { origin, folders: [] });
    expect(await said()).toContain('works on other folders');
  });

  it('says so when there is none, and guesses which was meant', async () => {
    const { write, add, ask } = openQuestions();
    write('invoice.pdf');
    add('invoice.pdf', { kind: 'processed' });
    const answer = await ask('scans/invioce.pdf');
    expect(answer.kind).toBe('not-there');
    expect(answer.answer).toEqual([say('why.notThere'), say('why.meant', { name: 'invoice.pdf' })]);
  });

  it('says which folders there are when it is in none', async () => {
    const { ask, folder } = openQuestions();
    expect(await ask('elsewhere.pdf')).toMatchObject({
      kind: 'outside',
      answer: [say('why.outside.nothing'), say('why.outside.folders', { more: 0, folders: folder })],
    });
  });
});

describe('of a directory', () => {
  it('gives its totals', async () => {
    const { write, add, ask, ledger, folderId } = openQuestions();
    for (const path of ['June/a.pdf', 'June/b/c.pdf', 'top.pdf']) {
      write(path);
      add(path, { kind: 'processed' }, { delivery: { kind: 'done', at: 4 } });
    }
    ledger.files.put({ folderId, directory: 'June', name: 'old.pdf', facts: write('June/old.pdf'), skipped: 'existing' });
    write('May/x.txt');
    expect((await ask('scans/June')).text).toMatch(
      /It is part of .* Watched: .*\. 2 found = 2 delivered.*\. 1 file was there before, and was skipped\.$/,
    );
    expect((await ask('scans/May')).text).toContain('No file in it is known.');
    expect((await ask('scans')).text).toMatch(/^Watched: .*\. 3 found/);
    expect((await ask('scans', { kind: 'none' })).text).toContain('Not watched now: Intray is not running.');
  });

  it('says when it is not scanned', async () => {
    const { write, ask } = openQuestions({ recursive: false });
    write('June/a.pdf');
    expect((await ask('scans/June')).text).toContain('Its subfolders are not watched.');
    expect((await ask('scans/June/a.pdf')).text).toContain('lies in “June”, which is not watched.');
  });
});
