/** What the real Electron runs in tests: its parts are taken hold of, then the built program begins as always. */
import * as electron from 'electron';
import { record } from '../recorder.ts';

Reflect.set(globalThis, 'intrayHands', record(electron));
await import('../../../out/main/packed.js' as string);
