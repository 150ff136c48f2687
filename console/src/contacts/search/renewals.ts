import type { FilterPart } from './filter_tree.ts'

/** Members whose membership ends soon, and those who have not renewed one that ended lately. */
export const renewals: FilterPart[] = [
  { attr: 'membership_end_date', ope: 'gte', value: 'now-30d' },
  { attr: 'membership_end_date', ope: 'lte', value: 'now+45d' },
]
