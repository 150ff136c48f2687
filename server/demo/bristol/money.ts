import type { DemoMoney } from '../data.ts'

export const money: DemoMoney = {
  prices: { group: 'Memberships', full: 'Standard', reduced: 'Low income', lifetime: 'Life member (closed)' },
  fees: { full: 3000, reduced: 1000, lifetime: 40_000 },
  gifts: [500, 1500, 2500, 10_000],
  giftName: amount => `£${amount / 100} donation`,
  campaigns: {
    appeal: { code: 'SUMMER', name: 'Summer appeal' },
    letter: { code: 'RENTS', name: 'Fair rents letter' },
  },
  membership_prefix: 'HTU-',
  batch_prefix: 'PI-',
  former_status: 'To check (old)',
  cheque_banks: ['Co-operative Bank', 'Nationwide', 'Lloyds Bank'],
  affectation: 'the hardship fund',
  payments: { january: 16, appeal: 18, other: 5 },
  comments: {
    refunded: 'Refunded at the member’s request.',
    bounced: 'Cheque returned unpaid.',
    pending: 'Waiting for the bank transfer.',
    unpaid: 'Card expired, reminder sent.',
    cancelled: 'Entered twice, cancelled.',
    other: 'Passed on to the national union.',
  },
  batches: { deposited: 'Spring paying-in', open: 'Next paying-in' },
}
