import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Documents } from '../../../electron/sandbox/documents.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { makeFile } from '../../support/make-files.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { connectTo, jsonOf, openWindow, row, startService, statusLine } from './window.ts';

describe('The window, when something goes wrong', () => {
  itUnlessMissing(
    missingBrowser,
    'reports a refused key, accepts a new one in Settings, and continues by itself',
    async ({ onTestFinished }) => {
      const service = await startService(onTestFinished);
      const { test, page, watch, complaints } = await openWindow(onTestFinished, {}, (opened) => connectTo(service, opened));
      const folder = await watch('Invoices', service.extraction);
      await makeFile(join(folder, 'before.pdf'), 'before');
      await row(page, 'before.pdf').filter({ hasText: 'Done' }).waitFor();

      service.control.revokeKey(service.keys[0]?.id ?? '');
      await makeFile(join(folder, 'meanwhile.pdf'), 'meanwhile');
      await statusLine(page).filter({ hasText: 'Key problem' }).waitFor();
      expect(service.taken()).toEqual(['before.pdf']);

      await page.getByRole('link', { name: 'Replace the key' }).click();
      const key = page.getByLabel('API key');
      await key.fill('not-a-key');
      await page.getByRole('button', { name: 'Test and save' }).click();
      await expect.poll(() => key.getAttribute('aria-invalid')).toBe('true');
      expect(await key.inputValue()).toBe('not-a-key');
      expect([...test.keychain.kept.values()]).toEqual([service.keys[0]?.key]);

      const fresh = service.control.createKey('second').key;
      await key.fill(fresh);
      await page.getByRole('button', { name: 'Test and save' }).click();
      await page.getByText('Saved. The key is in this system’s keychain.').first().waitFor();
      expect(await key.inputValue()).toBe('');
      expect([...test.keychain.kept.values()]).toEqual([fresh]);

      await page.getByRole('link', { name: /^Documents/ }).click();
      await row(page, 'meanwhile.pdf').filter({ hasText: 'Done' }).waitFor();
      await statusLine(page).filter({ hasText: 'Watching' }).waitFor();
      expect(service.taken()).toEqual(['before.pdf', 'meanwhile.pdf']);
      expect((await jsonOf(folder, 'meanwhile.pdf')).extracted_data).toEqual({ number: 'meanwhile' });
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(
    missingBrowser,
    'reports that the service is unreachable, and sends what arrived meanwhile once it is back',
    async ({ onTestFinished }) => {
      const service = await startService(onTestFinished);
      const { page, watch } = await openWindow(onTestFinished, {}, (opened) => connectTo(service, opened));
      const folder = await watch('Invoices', service.extraction);
      await service.unplug();
      await makeFile(join(folder, 'first.pdf'), 'first');
      await makeFile(join(folder, 'second.pdf'), 'second');
      await statusLine(page).filter({ hasText: 'Offline' }).waitFor();
      await row(page, 'second.pdf').filter({ hasText: 'Waiting' }).waitFor();
      await page.getByText('Next attempt', { exact: false }).waitFor();

      await service.plugIn();
      await row(page, 'first.pdf').filter({ hasText: 'Done' }).waitFor();
      await row(page, 'second.pdf').filter({ hasText: 'Done' }).waitFor();
      await statusLine(page).filter({ hasText: 'Watching' }).waitFor();
      expect(service.taken().toSorted()).toEqual(['first.pdf', 'second.pdf']);
      expect((await jsonOf(folder, 'second.pdf')).extracted_data).toEqual({ number: 'second' });
    },
  );

  itUnlessMissing(
    missingBrowser,
    'pauses: results are still collected, and new files wait until it is resumed',
    async ({ onTestFinished }) => {
      // The service takes as long to read as the test wants.
      const read = Promise.withResolvers<void>();
      const readDocument: Documents['readDocument'] = (...document) =>
        read.promise.then(() => quickDocuments.readDocument(...document));
      const service = await startService(onTestFinished, { documents: { ...quickDocuments, readDocument } });
      const { test, page, watch } = await openWindow(onTestFinished, {}, (opened) => connectTo(service, opened));
      const folder = await watch('Invoices', service.extraction);
      await makeFile(join(folder, 'sent.pdf'), 'sent');
      await row(page, 'sent.pdf')
        .filter({ hasText: /On the way\s*for \d/ })
        .waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await statusLine(page).filter({ hasText: 'Paused' }).waitFor();
      await makeFile(join(folder, 'later.pdf'), 'later');
      read.resolve();
      await row(page, 'sent.pdf').filter({ hasText: 'Done' }).waitFor();
      await expect.poll(() => jsonOf(folder, 'sent.pdf').then(({ status }) => status)).toBe('processed');
      // A pause survives a restart.
      await test.until('the pause is kept', () => JSON.parse(test.store.read() ?? '{}').paused === true);
      expect(service.taken()).toEqual(['sent.pdf']);

      await page.getByRole('button', { name: 'Resume' }).click();
      await row(page, 'later.pdf').filter({ hasText: 'Done' }).waitFor();
      await statusLine(page).filter({ hasText: 'Watching' }).waitFor();
      expect(service.taken()).toEqual(['sent.pdf', 'later.pdf']);
    },
  );
});
