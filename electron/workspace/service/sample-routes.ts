import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Ids of what the sample documents are sent to. */
export interface SampleRoutes {
  readonly extraction: string;
  readonly classification: string;
}

/** Makes the extraction and the classification of the sample documents, as `samplesDirectory` describes them. */
export async function makeRoutes({ control }: Pick<Sandbox, 'control'>, samplesDirectory: string): Promise<SampleRoutes> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(samplesDirectory, name), 'utf8'));
  return {
    extraction: control.createExtraction(await read('extraction.json')),
    classification: control.createClassification(await read('classification.json')).id,
  };
}
