import { z } from 'zod';
import { rule } from './rules.ts';

/** The register by which several machines would share their work: this version has none, and refuses the entry with a sentence that says so. */
export const noRegister = z.never({ error: rule('noRegister') }).optional();
