import { describe, expect, it } from 'vitest';
import { answerRequest, checkRequest, type Handlers, requests } from '../../../electron/core/contract/contract.ts';
import { type DocumentList, maxPageLength } from '../../../electron/core/contract/documents.ts';
import type { About } from '../../../electron/core/contract/status.ts';
import { countsOf } from '../../../electron/core/document/standing.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { err, ok } from '../../../electron/core/result.ts';

const empty: DocumentList = { documents: [], total: 0, counts: countsOf([]) };

const about: About = {
  name: 'Intray',
  version: '1.2.3',
  host: 'headless',
  platform: 'linux',
  timeZone: 'UTC',
  can: { chooseFolder: false, listDirectories: true, openFiles: false, startAtLogin: false, notifications: false },
};

const refuse = async () => err({ kind: 'unavailable', message: foreign('Not now.') });
const handlers: Handlers = {
  ...(Object.fromEntries(Object.keys(requests).map((name) => [name, refuse])) as unknown as Handlers),
  about: async () => ok(about),
  documents: async () => ok(empty),
};

describe('A request from the window', () => {
  it('is read when name and input are right', () => {
    expect(checkRequest('about', {})).toEqual(ok({ name: 'about', input: {} }));
  });

  it('gets the defaults of what it leaves out', () => {
    expect(checkRequest('documents', { standings: ['failed'] })).toEqual(
      ok({ name: 'documents', input: { standings: ['failed'], offset: 0, limit: 100 } }),
    );
  });

  it.for([undefined, null, 7, {}, 'nothing', 'toString', '__proto__', 'constructor'])('is refused under the name %j', (name) => {
    expect(checkRequest(name, {})).toEqual(err({ kind: 'unknown-request', message: say('requests.unknown') }));
  });

  it.for([
    ['the whole ledger at once', { limit: maxPageLength + 1 }, 'limit'],
    ['a page of nothing', { limit: 0 }, 'limit'],
    ['a negative offset', { offset: -1 }, 'offset'],
    ['a standing that is none', { standings: ['asleep'] }, 'standings.0'],
    ['a folder by its name', { folderId: 'invoices' }, 'folderId'],
    ['a text of a megabyte', { text: 'a'.repeat(1_000_000) }, 'text'],
    ['a member that is not known', { page: 2 }, 'page'],
    ['no object', 'all', 'documents'],
  ] as const)('is refused when it asks for %s, and told why', ([, input, member]) => {
    const checked = checkRequest('documents', input);
    expect(checked).toMatchObject({ ok: false, error: { kind: 'invalid-input', message: { code: 'configuration.request' } } });
    expect(JSON.stringify(checked)).toContain(member);
  });
});

describe('A host', () => {
  it('answers with the value or the refusal of its handler', async () => {
    expect(await answerRequest(handlers, 'about', {})).toEqual(ok(about));
    expect(await answerRequest(handlers, 'status', {})).toEqual(err({ kind: 'unavailable', message: foreign('Not now.') }));
  });

  it('passes no bad input to a handler', async () => {
    let asked = 0;
    const counting: Handlers = {
      ...handlers,
      documents: async () => {
        asked += 1;
        return ok(empty);
      },
    };
    expect(await answerRequest(counting, 'documents', { limit: 'all' })).toMatchObject({ ok: false });
    expect(asked).toBe(0);
  });

  it('does not reveal what a fault of the program says', async () => {
    const faulty: Handlers = {
      ...handlers,
      about: async () => {
        throw new Error('key sk-secret is bad');
      },
    };
    const answer = await answerRequest(faulty, 'about', {});
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('sk-secret');
  });
});
