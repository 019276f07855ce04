/** How a country writes money: thousands, decimals. */
export interface NumberStyle {
  readonly thousands: string;
  readonly decimals: string;
}

export const english: NumberStyle = { thousands: ',', decimals: '.' };
export const german: NumberStyle = { thousands: '.', decimals: ',' };
/** With a space, as French papers have it. */
export const french: NumberStyle = { thousands: ' ', decimals: ',' };
export const swiss: NumberStyle = { thousands: "'", decimals: '.' };

export interface Item {
  readonly text: string;
  readonly quantity: number;
  /** In cents. */
  readonly price: number;
}

export interface Sums {
  readonly net: string;
  readonly tax: string;
  readonly total: string;
}

export function print(cents: number, style: NumberStyle): string {
  const [whole = '0', decimals = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return (cents < 0 ? '-' : '') + whole.replace(/\B(?=(\d{3})+$)/gu, style.thousands) + style.decimals + decimals;
}

export function netOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.quantity * item.price, 0);
}

/** @param rate of the tax on top of the items' prices, in per cent */
export function sumsOf(items: readonly Item[], rate: number, style: NumberStyle): Sums {
  const net = netOf(items);
  const tax = Math.round((net * rate) / 100);
  return { net: print(net, style), tax: print(tax, style), total: print(net + tax, style) };
}
