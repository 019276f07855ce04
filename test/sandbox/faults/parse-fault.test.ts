import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { endpointGroups, endpointNames } from '../../../electron/sandbox/endpoints.ts';
import { parseFault } from '../../../electron/sandbox/faults/fault-set.ts';
import { faultWords } from '../../../electron/sandbox/faults/fault-words.ts';

const base = { value: '', skip: 0, chance: 1, kept: false };

describe('a fault as text', () => {
  it.each([
    ['refuse', { ...base, name: 'refuse', on: endpointNames }],
    ['reset-mid-body', { ...base, name: 'reset-mid-body', on: endpointNames }],
    ['status:503,on=uploadFiles', { ...base, name: 'status', value: '503', on: ['uploadFiles'] }],
    [
      'gateway,on=uploadFiles+createExtraction,times=2,skip=1,chance=0.5,seconds=1.5,kept',
      {
        name: 'gateway',
        value: '502',
        on: ['uploadFiles', 'createExtraction'],
        times: 2,
        skip: 1,
        chance: 0.5,
        seconds: 1.5,
        kept: true,
      },
    ],
    ['poison:{a,b}*.pdf', { ...base, name: 'poison', value: '{a,b}*.pdf', on: endpointGroups.uploads }],
    ['unknown-status:resting, on=all', { ...base, name: 'unknown-status', value: 'resting', on: endpointNames }],
    ['429:none', { ...base, name: '429', value: 'none', on: endpointNames }],
    ['429-date:7', { ...base, name: '429-date', value: '7', on: endpointNames }],
    ['redirect:http://127.0.0.1:9/x', { ...base, name: 'redirect', value: 'http://127.0.0.1:9/x', on: endpointNames }],
    ['missing-member:files,on=polls', { ...base, name: 'missing-member', value: 'files', on: endpointGroups.polls }],
  ])('%s is read', (text, { name, ...fault }) => {
    const word = faultWords.find((each) => each.name === name);
    expect(parseFault(text)).toEqual({ ok: true, value: { ...fault, word } });
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
    expect(faultWords.map(({ name, form = '' }) => name + form)).toEqual(
      expect.arrayContaining(['refuse', 'slow:MILLISECONDS', 'gateway[:STATUS]']),
    );
    for (const { help } of faultWords) expect(inEnglish(help)).toMatch(/^[a-z].+/);
  });
});
