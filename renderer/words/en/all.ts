import { common } from './common.ts';
import { firstRun } from './first-run.ts';
import { folders } from './folders.ts';
import { insights } from './insights.ts';
import { queue } from './queue.ts';
import { review } from './review.ts';
import { said } from './said.ts';
import { settings } from './settings.ts';
import { status } from './status.ts';

/** Every word of the window in English: one member for each part. The other languages are held to this one's keys. */
export const english = { common, status, queue, review, folders, insights, settings, firstRun, said } as const;
