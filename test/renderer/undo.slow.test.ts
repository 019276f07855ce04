import { describe, expect } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('Taking filings back, in the activity', () => {
  itUnlessMissing(missingBrowser, 'shows what goes back and what stays before anything is moved', async () => {
    const host = new FakeHost({ documents: 12 });
    const { page, complaints } = await openWindow(host);
    const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ input }) => input);
    await page.getByRole('button', { name: 'Activity' }).click();
    const activity = page.getByRole('dialog', { name: 'Activity' });
    await activity.getByText('3 documents filed').waitFor();
    await activity.getByText('2 documents filed, 2 taken back').waitFor();
    // What was taken back as a whole can only be filed again.
    expect(await activity.getByRole('button', { name: 'Take back' }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await activity.getByRole('button', { name: 'Take back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take back filings of' });
    await dialog.getByText('2 documents go back to where they were').waitFor();
    await dialog.getByRole('region', { name: 'What goes back' }).getByText('→ march/scan 2.pdf').waitFor();
    await dialog.getByRole('region', { name: 'What stays' }).getByText('It has been changed since.').waitFor();
    await dialog.getByText('Pages that were sent, and what hooks have done, cannot be taken back.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(asked('undoFilings')).toEqual([]);
    await activity.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByRole('button', { name: 'Take back 2 documents' }).click();
    await activity.getByText('3 documents filed, 2 taken back').waitFor();
    expect(asked('undoFilings')).toEqual([{ id: 7 }]);
    await activity.getByText('2 documents go back to where they were.').waitFor();
    await activity.getByRole('button', { name: 'File 2 again' }).first().click();
    await activity.getByText('2 documents are filed again.').waitFor();
    expect(asked('fileAgain')).toEqual([{ id: 7 }]);
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'says why a batch cannot be looked at', async () => {
    const host = new FakeHost({ documents: 12 });
    host.refuse.set('filingBatch', 'The ledger is being repaired.');
    const { page } = await openWindow(host);
    await page.getByRole('button', { name: 'Activity' }).click();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByText('The ledger is being repaired.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Activity' }).waitFor();
  });
});
