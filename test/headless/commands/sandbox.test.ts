import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { startReceiver } from '../../sandbox/support.ts';
import { waitFor } from '../../support/wait-for.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

it('sends its events to the address given, signed with a secret that it says', async () => {
  const receiver = await startReceiver();
  const host = testHost();
  const ended = intray(['sandbox'], { json: true, webhook: receiver.url, fault: 'fail:*' }, host);
  await waitFor(() => expect(host.output.text).toContain('\n'));
  const { url, key, extraction, secret } = JSON.parse(host.output.text);
  const form = new FormData();
  form.append('extractionId', extraction);
  form.append('files', new Blob(['x']), 'a.png');
  await fetch(`${url}/api/v1/uploadFiles`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  await waitFor(() => expect(receiver.types()).toEqual(['file.failed', 'extraction.failed']));
  const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({ type: 'file.failed' });
  host.raise('SIGTERM');
  expect(await ended).toBe(0);
});

it('refuses an address that anybody could listen to', async () => {
  await expect(intray(['sandbox'], { webhook: 'http://example.test/' })).rejects.toThrow('must be https');
});
