import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { endpointGroups, endpointNames } from '../../../electron/sandbox/endpoints.ts';
import { faultWords } from '../../../electron/sandbox/faults/fault-words.ts';
import { parseFault } from '../../../electron/sandbox/faults/parse-fault.ts';

const base = { skip: 0, chance: 1, kept: false };

describe('a fault as text', () => {
  it.each([
    ['refuse', { ...base, effect: { kind: 'refuse' }, on: endpointNames }],
    ['reset-mid-body', { ...base, effect: { kind: 'reset', moment: 'mid-body' }, on: endpointNames }],
    ['status:503,on=uploadFiles', { ...base, effect: { kind: 'status', status: 503 }, on: ['uploadFiles'] }],
    [
      'gateway,on=uploadFiles+createExtraction,times=2,skip=1,chance=0.5,seconds=1.5,kept',
      {
        effect: { kind: 'gateway', status: 502 },
        on: ['uploadFiles', 'createExtraction'],
        times: 2,
        skip: 1,
        chance: 0.5,
        seconds: 1.5,
        kept: true,
      },
    ],
    ['poison:{a,b}*.pdf', { ...base, effect: { kind: 'poison', pattern: '{a,b}*.pdf' }, on: endpointGroups.uploads }],
    ['unknown-status:resting, on=all', { ...base, effect: { kind: 'unknown-status', status: 'resting' }, on: endpointNames }],
    ['429:none', { ...base, effect: { kind: 'rate', retryAfter: 'none', seconds: 0 }, on: endpointNames }],
    ['429-date:7', { ...base, effect: { kind: 'rate', retryAfter: 'date', seconds: 7 }, on: endpointNames }],
    [
      'redirect:http://127.0.0.1:9/x',
      { ...base, effect: { kind: 'redirect', location: 'http://127.0.0.1:9/x' }, on: endpointNames },
    ],
    ['missing-member:files,on=polls', { ...base, effect: { kind: 'missing-member', member: 'files' }, on: endpointGroups.polls }],
  ])('%s is read', (text, fault) => {
    expect(parseFault(text)).toEqual({ ok: true, value: fault });
  });

  it.each([
    ['explode', 'There is no fault “explode”. There are: refuse, '],
    ['', 'There is no fault “”. There are: '],
    ['toString', 'There is no fault “toString”.'],
    ['status', 'status needs status:STATUS'],
    ['status:200', 'status needs status:STATUS'],
    ['slow:soon', 'slow needs slow:MILLISECONDS'],
    ['gateway:abc', 'gateway needs gateway:STATUS'],
    ['portal:x', 'portal takes no value'],
    ['poison', 'poison needs poison:NAME PATTERN'],
    ['portal,on=nowhere', '“nowhere” is not a list of endpoints; there are: all, uploads, polls, createExtraction'],
    ['portal,on=', '“” is not a list of endpoints;'],
    ['portal,times=0', '“times=0” is not a valid number.'],
    ['portal,chance=2', '“chance=2” is not a valid number.'],
    ['portal,often', '“often” is none of on, times, skip, chance, seconds and kept.'],
    ['shuffle,kept', '“kept” makes no difference to this fault.'],
    ['refuse,on=all', 'a refused connection has no endpoint'],
  ])('%s is refused with a message', (text, error) => {
    const read = parseFault(text);
    expect(read.ok ? 'read' : inEnglish(read.error)).toContain(error);
  });

  it('has readable help for every fault', () => {
    expect(faultWords.length).toBeGreaterThan(20);
    expect(faultWords.map(({ form }) => form)).toEqual(
      expect.arrayContaining(['refuse', 'slow:MILLISECONDS', 'gateway[:STATUS]']),
    );
    for (const { help } of faultWords) expect(inEnglish(help)).toMatch(/^[a-z].+/);
  });
});
