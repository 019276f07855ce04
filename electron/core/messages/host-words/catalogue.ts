import { disk } from './disk.ts';
import { documents } from './documents.ts';
import { folders } from './folders.ts';
import { history } from './history.ts';
import type { HostWords } from './host-words.ts';
import { ledger } from './ledger.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { joints, library, terms } from './terms.ts';
import { windowWords } from './window.ts';

/** What the sources of the host say, by the part that says it. */
export const hostSentences: readonly HostWords[] = [
  disk,
  documents,
  history,
  service,
  ledger,
  settings,
  folders,
  windowWords,
  terms,
];

/** All that a window puts into German. */
export const hostWords: readonly HostWords[] = [...hostSentences, joints, library];
