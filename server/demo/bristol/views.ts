import { all, type DemoViews } from '../data.ts'

export const views: DemoViews = {
  contacts: [
    { name: 'Volunteers with a mobile', query: all(['tags', 'eql', 'volunteer'], ['mobile', 'ext']) },
    { name: 'Tenants in Kingswood', query: all(['tags', 'eql', 'tenant'], ['city', 'eql', 'Kingswood']) },
    { name: 'No email address', query: all(['mail', 'not_ext']) },
  ],
  payments: [
    { name: 'Cheques this year', filters: { payment_method_kind: 'cheque', period: 'this_year' } },
    { name: 'Summer appeal', filters: { code_campaign: 'SUMMER' } },
  ],
}
