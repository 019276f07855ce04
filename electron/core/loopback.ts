/** Whether a name or address is this computer's own, as it is typed or as a URL has it: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
