import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../electron/core/config/config-file.ts';
import { hookOf, hooksAt, hooksSchema } from '../../../electron/core/config/hooks.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { parseJson, resolveFolders } from '../../../electron/settings/config.ts';

const folders = [{ path: '/scans', route: { kind: 'extraction', id: 'e-1' } }];

function problems(hooks: unknown): readonly string[] {
  const parsed = parseJson(JSON.stringify({ folders, hooks }), 'intray.json', configSchema);
  return parsed.ok ? [] : parsed.error.map((each) => inEnglish(each));
}

const secret = { environment: 'HOOK_SECRET' };

describe('the hooks of the config file', () => {
  it.each([
    [{}],
    [{ onDelivered: { program: ['/usr/local/bin/book', '--in', 'a "b" ; c'] }, atOnce: 1, giveUpDays: 7 }],
    [{ onFailed: { program: ['python3', 'x.py'], environment: ['DATABASE_URL'], timeoutSeconds: 5 } }],
    [{ onFailed: { program: ['C:\\Tools\\book.exe'] } }],
    [{ onChanged: { url: 'https://hooks.example/in?x=1', secret } }],
    [{ onChanged: { url: 'http://127.0.0.1:9000/in', secret: { file: '/run/secrets/hook' } } }],
    [{ folders: { '/scans': { onAttention: { program: ['notify'] } } } }],
  ])('may be %j', (hooks) => {
    expect(problems(hooks)).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ onDelivered: 'rm -rf /' }, 'hooks.onDelivered must be an object'],
    [{ onDelivered: { program: 'book --in' } }, 'hooks.onDelivered.program must be a list of the program and its arguments'],
    [{ onDelivered: { program: [] } }, 'hooks.onDelivered.program'],
    [{ onDelivered: { program: ['./book'] } }, 'hooks.onDelivered.program[0] must be an absolute path, or the name of a program'],
    [{ onDelivered: { program: ['bin/book'] } }, 'hooks.onDelivered.program[0] must be an absolute path'],
    [{ onDelivered: { program: ['book', 7] } }, 'hooks.onDelivered.program[1] must be text'],
    [{ onDelivered: { program: ['book'], environment: ['INTRAY_API_KEY'] } }, 'and none of Intray’s own'],
    [{ onDelivered: {} }, 'hooks.onDelivered must have either "program" or "url"'],
    [{ onDelivered: { program: ['book'], url: 'https://a.example', secret } }, 'must have either "program" or "url"'],
    [{ onDelivered: { url: 'https://a.example' } }, 'hooks.onDelivered must have a "secret" with its "url"'],
    [{ onDelivered: { url: 'https://a.example', secret: {} } }, 'must name either an environment variable or a file'],
    [
      { onDelivered: { url: 'http://a.example', secret } },
      'hooks.onDelivered.url must be an address that begins with "https://"',
    ],
    [{ onDelivered: { url: 'http://localhost.a.example', secret } }, 'hooks.onDelivered.url must be'],
    [{ onDelivered: { url: 'https://ann:pw@a.example', secret } }, 'without a name or password'],
    [{ onDeliverd: { program: ['book'] } }, 'did you mean “onDelivered”?'],
    [{ atOnce: 0 }, 'hooks.atOnce must be at least 1'],
  ])('may not be %j', (hooks, said) => {
    expect(problems(hooks).join('\n')).toContain(said);
  });

  it('names folders of the file by the same paths, and no others', () => {
    const context = { directory: '/etc', home: '/home/ann', platform: 'linux' } as const;
    const parsed = (path: string) =>
      parseJson(
        JSON.stringify({
          folders: [{ path: '~/scans', route: { kind: 'extraction', id: 'e-1' } }],
          hooks: { folders: { [path]: { onFailed: { program: ['told'] } } } },
        }),
        'intray.json',
        configSchema,
      );
    const resolved = (path: string) => {
      const config = parsed(path);
      if (!config.ok) throw new Error('It is not valid.');
      return resolveFolders(config.value, 'intray.json', context);
    };
    const known = resolved('../home/ann/scans');
    expect(known.ok && Object.keys(known.value.hooks?.folders ?? {})).toEqual(['/home/ann/scans']);
    const stray = resolved('/elsewhere');
    expect(stray.ok ? '' : inEnglish(stray.error[0] ?? { code: 'common.foreign', values: {} })).toMatch(
      /hooks\.folders names \/elsewhere, which is none of the folders/,
    );
  });
});

it('a folder’s own hook stands in for the one of all folders, event by event', () => {
  const hooks = hooksSchema.parse({
    onFailed: { program: ['all'] },
    onChanged: { program: ['all'] },
    folders: { scans: { onFailed: { program: ['own'] } } },
  });
  const at = hooksAt(hooks, (path) => `/${path}`);
  expect(hookOf(at, '/scans', 'onFailed')?.program).toEqual(['own']);
  expect(hookOf(at, '/scans', 'onChanged')?.program).toEqual(['all']);
  expect(hookOf(at, '/other', 'onFailed')?.program).toEqual(['all']);
  expect(hookOf(at, '/scans', 'onDelivered')).toBeUndefined();
  expect(hookOf(at, 'constructor', 'onFailed')?.program).toEqual(['all']);
});
