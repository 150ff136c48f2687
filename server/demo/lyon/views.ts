import { all, type DemoViews } from '../data.ts'

export const views: DemoViews = {
  contacts: [
    { name: 'Bénévoles joignables par mobile', query: all(['tags', 'eql', 'bénévole'], ['mobile', 'ext']) },
    { name: 'Locataires de Villeurbanne', query: all(['tags', 'eql', 'locataire'], ['city', 'eql', 'Villeurbanne']) },
    { name: 'Sans adresse e-mail', query: all(['mail', 'not_ext']) },
  ],
  payments: [
    { name: 'Chèques de l’année', filters: { payment_method_kind: 'cheque', period: 'this_year' } },
    { name: 'Appel de l’été', filters: { code_campaign: 'ETE' } },
  ],
}
