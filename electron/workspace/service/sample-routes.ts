import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** The ids of the sample documents' routes. */
export interface SampleRoutes {
  readonly extraction: string;
  readonly classification: string;
}

/** Creates the extraction and the classification of the sample documents, as described in `samplesDirectory`. */
export async function makeRoutes({ control }: Pick<Sandbox, 'control'>, samplesDirectory: string): Promise<SampleRoutes> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(samplesDirectory, name), 'utf8'));
  return {
    extraction: control.createExtraction(await read('extraction.json')),
    classification: control.createClassification(await read('classification.json')).id,
  };
}
