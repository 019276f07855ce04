/** Before the slow tests begin: of several workers that unpack the browser at the same time, one starts a part of it. */
export { unpackChromium as setup } from './chromium.ts';
