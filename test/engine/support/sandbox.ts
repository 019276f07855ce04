/** The embedded service on the scene's clock, and what a test asks of it. */
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../electron/sandbox/sandbox.ts';
import { quickDocuments } from './quick-documents.ts';
import type { Timeline } from './timeline.ts';

export interface SceneSandbox extends Sandbox {
  readonly key: string;
  /** An extraction with the fields `number` and `total`. */
  readonly extraction: string;
  /** How often a file of that name was accepted. */
  accepted(fileName: string): number;
  /** All names of files that were accepted, in order. */
  allAccepted(): string[];
  /** Requests to an endpoint that arrived. */
  requestsTo(endpoint: string): number;
}

export const fields = [
  { key: 'number', description: 'The number', example: '17' },
  { key: 'total', description: 'The total', example: '1.00' },
];

/** Processes a document within two seconds of the scene's clock. */
export async function sandboxOf(scene: Timeline, options: SandboxOptions = {}): Promise<SceneSandbox> {
  const sandbox = await startSandbox({
    clock: scene.clock.for(scene),
    documents: quickDocuments,
    pagesPerMonth: 100_000,
    delays: { queued: 500, processing: 1_000 },
    seed: 7,
    ...options,
  });
  scene.atEnd(() => sandbox.close());
  const extraction = sandbox.control.createExtraction({ name: 'Invoices', fields });
  const allAccepted = () => [
    ...sandbox.control
      .extractions()
      .flatMap(({ batches }) => batches.flatMap(({ files }) => files.map(({ fileName }) => fileName))),
    ...sandbox.control
      .classifications()
      .flatMap(({ batches }) => batches.flatMap(({ files }) => files.map(({ fileName }) => fileName))),
  ];
  return {
    ...sandbox,
    key: sandbox.keys[0]?.key ?? '',
    extraction,
    allAccepted,
    accepted: (fileName) => allAccepted().filter((name) => name === fileName).length,
    requestsTo: (endpoint) => sandbox.requests.list().filter((entry) => entry.endpoint === endpoint).length,
  };
}
