import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostWords } from '../../../electron/core/messages/host-words/catalogue.ts';
import { patternOf } from '../../../electron/core/messages/host-words/entry.ts';
import { inGerman } from '../../../electron/core/messages/host-words/in-german.ts';
import { createHostReader } from '../../../electron/core/messages/host-words/reader.ts';

const read = createHostReader(hostWords);

/** The German of a text; what is not known stands in brackets. */
function german(text: string): string {
  return read(text)
    .map((part) => (part.known ? part.text : `[${part.text}]`))
    .join('');
}

describe('A text of the host', () => {
  it.each([
    ['The file is empty.', 'Die Datei ist leer.'],
    ['"/scans/a. b.pdf" is not there.', '„/scans/a. b.pdf“ ist nicht da.'],
    [
      'It has 31.4 MB; the service takes files up to 25 MB. Scan it at a lower resolution, or split it.',
      'Die Datei hat 31,4 MB; der Dienst nimmt Dateien bis 25 MB. Scannen Sie mit geringerer Auflösung, oder teilen Sie die Datei.',
    ],
  ])('is put into German with its values: %s', (text, expected) => {
    expect(german(text)).toBe(expected);
  });

  it('is put into German with the texts inside of it', () => {
    expect(
      german(
        'The service cannot be reached: The service cannot be reached: no answer within 20 s. Try again when there is a connection.',
      ),
    ).toBe(
      'Der Dienst ist nicht erreichbar: Der Dienst ist nicht erreichbar: keine Antwort innerhalb von 20 s. Versuchen Sie es wieder, wenn es eine Verbindung gibt.',
    );
    expect(
      german(
        'Everything was sent, then an answer came that cannot be read (uploadFiles: the answer is not JSON): the service may hold it.',
      ),
    ).toBe(
      'Alles wurde gesendet, dann geschah dies: eine Antwort kam, die nicht lesbar ist (uploadFiles: die Antwort ist kein JSON). Der Dienst hat das Dokument vielleicht.',
    );
  });

  it('is put into German sentence by sentence', () => {
    expect(
      german(
        'settings.json cannot be used: line 3: folders[0].settleSeconds must be at least 0.1 seconds. It was put aside as settings.broken-1.json. The last good settings are in force.',
      ),
    ).toBe(
      'settings.json ist nicht benutzbar: Zeile 3: folders[0].settleSeconds muss mindestens 0,1 Sekunden sein. Die Datei liegt jetzt unter dem Namen settings.broken-1.json. Es gelten die letzten brauchbaren Einstellungen.',
    );
    expect(
      german(
        'settings.json cannot be used: line 3, column 4: no comma may stand before "}". The last good settings are in force, and the file could not be put aside: EACCES: permission denied.',
      ),
    ).toBe(
      'settings.json ist nicht benutzbar: Zeile 3, Spalte 4: vor "}" darf kein Komma stehen. Es gelten die letzten brauchbaren Einstellungen, und die Datei ließ sich nicht beiseitelegen: [EACCES: permission denied.]',
    );
  });

  it('is put into German where a check of a request names the member', () => {
    expect(german('addFolder: settings.settleSeconds: must be at most 3600 seconds; settings.path: must not be empty')).toBe(
      'addFolder: settings.settleSeconds: darf höchstens 3600 Sekunden sein; settings.path: darf nicht leer sein',
    );
    expect(german('line 2: appearance must be "system" or "light" or "dark"')).toBe(
      'Zeile 2: appearance muss „system“ oder „light“ oder „dark“ sein',
    );
  });

  it('keeps what the service said as it came, and says which part that is', () => {
    expect(german('Monthly pages are used up.')).toBe('[Monthly pages are used up.]');
    expect(german('The upload failed 5 times: Model overloaded. Come back later.')).toBe(
      'Das Hochladen ist 5-mal fehlgeschlagen: [Model overloaded. Come back later.]',
    );
    expect(german('The file is empty. Ask your administrator.')).toBe('Die Datei ist leer. [Ask your administrator.]');
  });

  it('may have got a full stop on its way', () => {
    expect(german('must not be empty.')).toBe('darf nicht leer sein.');
  });
});

/** Texts near to what the host says: its own pieces, in any order. */
const pieces = hostWords.flatMap((words) => Object.keys(words)).flatMap((sentence) => patternOf(sentence).literals);
const nearTexts = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('.', ' ', '. ', ': ', '; ', '"', '/a/b', '25', '}'), fc.string()), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe('The reader of the host’s texts', () => {
  it('takes any text, and loses nothing of what it does not know', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearTexts), (text) => {
        let at = 0;
        for (const part of read(text).filter(({ known }) => !known)) {
          const found = text.indexOf(part.text, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + part.text.length;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives unknown text back unchanged', () => {
    // Letters that no sentence of the host has.
    const foreign = fc
      .array(fc.constantFrom('ж', 'д', 'я', ' ', '. ', ': ', '"', '4'), { maxLength: 200 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(foreign, (text) => {
        const parts = read(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.filter((part) => part.known && part.text.trim() !== '')).toEqual([]);
      }),
    );
  });

  it('says the same of the same text, remembered or not', () => {
    fc.assert(
      fc.property(nearTexts, (text) => {
        expect(inGerman(text)).toEqual(read(text));
        expect(inGerman(text)).toEqual(read(text));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    '. ',
    'a b. ',
    'a. b: ',
    'must be ',
    'x; ',
    '" ',
    'The service cannot be reached: ',
    'The folder "',
    'line 3: ',
    'It is named .pdf, but its content is not ',
  ])('takes no longer than the text is long, however it is made: %j again and again', (piece) => {
    const time = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      // The processor's time: that of others is not counted.
      const begun = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000;
    };
    time(500);
    // Bounds for a machine that is busy; what grows with the square of the length takes minutes here.
    expect(time(4_000)).toBeLessThan(2_000);
    expect(time(2_000_000)).toBeLessThan(500);
  });
});
