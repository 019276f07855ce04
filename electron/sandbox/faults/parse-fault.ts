import { err, ok, type Result } from '../../core/result.ts';
import { type EndpointName, endpointGroups, endpointNames } from '../endpoints.ts';
import { defaultEndpoints, type Fault, mayBeKept } from './fault.ts';
import { faultWords as words } from './fault-words.ts';

export const faultSyntax = 'NAME[:VALUE][,on=ENDPOINT+…][,times=N][,skip=N][,chance=0.5][,seconds=N][,kept]';

/**
 * Reads a fault as an option gives it, e.g. `gateway:502,on=uploadFiles+createExtraction,times=2,kept`.
 * Endpoints have the names of `endpoints.ts`; `all`, `uploads` and `polls` are groups. The error is a sentence for people.
 */
export function parseFault(text: string): Result<Fault, string> {
  const [head = '', ...rest] = splitOutsideBraces(text.trim());
  const colon = head.indexOf(':');
  const name = colon === -1 ? head : head.slice(0, colon);
  const value = colon === -1 ? undefined : head.slice(colon + 1);
  const word = words.find((candidate) => candidate.name === name);
  if (word === undefined) return err(`There is no fault "${name}". There are: ${words.map((known) => known.name).join(', ')}.`);
  const effect = word.effect(value);
  if (effect === undefined) {
    const wanted =
      word.value === undefined ? `${name} takes no value` : `${name} needs ${name}:${word.value.replace(/^\[|\]$/g, '')}`;
    return err(`The fault "${head}" cannot be read: ${wanted}.`);
  }
  let fault: Fault = { effect, on: defaultEndpoints(effect), skip: 0, chance: 1, kept: false };
  for (const option of rest) {
    const changed = withOption(fault, option.trim());
    if (!changed.ok) return err(`The fault "${text}" cannot be read: ${changed.error}`);
    fault = changed.value;
  }
  return ok(fault);
}

function withOption(fault: Fault, option: string): Result<Fault, string> {
  const [, name, value = ''] = /^(\w+)(?:=(.*))?$/.exec(option) ?? [];
  switch (name) {
    case 'on': {
      if (fault.effect.kind === 'refuse') return err('a refused connection has no endpoint, so "on" has no meaning.');
      const named = value.split('+').map((part) => endpointsNamed(part));
      if (named.includes(undefined)) {
        return err(
          `"${value}" is not a list of endpoints. There are: ${[...Object.keys(endpointGroups), ...endpointNames].join(', ')}.`,
        );
      }
      return ok({ ...fault, on: named.flatMap((names) => names ?? []) });
    }
    case 'times':
      return withNumber(option, value, /^[1-9]\d*$/, (times) => ({ ...fault, times }));
    case 'skip':
      return withNumber(option, value, /^\d+$/, (skip) => ({ ...fault, skip }));
    case 'seconds':
      return withNumber(option, value, /^\d+(\.\d+)?$/, (seconds) => ({ ...fault, seconds }));
    case 'chance':
      return withNumber(option, value, /^(0(\.\d+)?|1(\.0+)?)$/, (chance) => ({ ...fault, chance }));
    case 'kept':
      if (option !== 'kept') return err('"kept" takes no value.');
      return mayBeKept(fault.effect) ? ok({ ...fault, kept: true }) : err('"kept" makes no difference to this fault.');
    default:
      return err(`"${option}" is none of on, times, skip, chance, seconds and kept.`);
  }
}

function withNumber(option: string, value: string, form: RegExp, set: (number: number) => Fault): Result<Fault, string> {
  return form.test(value) ? ok(set(Number(value))) : err(`"${option}" is not a fitting number.`);
}

function endpointsNamed(name: string): readonly EndpointName[] | undefined {
  if (Object.hasOwn(endpointGroups, name)) return endpointGroups[name];
  const endpoint = endpointNames.find((candidate) => candidate === name);
  return endpoint === undefined ? undefined : [endpoint];
}

/** At commas, but not those of a pattern such as `{a,b}.pdf`. */
function splitOutsideBraces(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
