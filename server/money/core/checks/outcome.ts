import { ApiError } from '../../../errors.ts'
import { msg } from '../../../messages/message.ts'
import type { Bundle } from '../document.ts'
import {
  type CheckSettings,
  checkSettingsOf,
  type FoundWarning,
  type PaymentCheck,
  paymentChecks,
  targetKey,
} from './checks.ts'
import {
  type CheckedPrices,
  type CheckResult,
  checkAllocation,
  checkCampaigns,
  checkPrices,
  type StatusKinds,
} from './item_checks.ts'
import { refusalOf } from './messages.ts'
import { checkOverlaps, type OutsideMembership } from './overlaps.ts'
import { checkReferences, type MovedReference, type ReferenceHolder } from './repeated_references.ts'

/** What the checks of a bundle need to know, as it was at one moment. */
export interface CheckFacts extends CheckedPrices {
  statuses: StatusKinds
  /** The campaign codes that were sent and exist. */
  campaigns: ReadonlySet<string>
  /** Null where no membership changes. */
  memberships: OutsideMembership[] | null
  /** Null where no external id changes. */
  references: ReferenceHolder[] | null
  /** The warnings about the bundle that are stored. */
  stored: StoredWarning[]
}

type Target = Pick<FoundWarning, 'check' | 'bundle_id' | 'kind' | 'target_id'>

export type StoredWarning = FoundWarning & { settled: boolean }

/** What a write does to the stored warnings. */
export interface WarningChanges {
  /** An open warning about one of these is deleted, unless it has this cause. */
  gone: (Target & { cause: string | null })[]
  found: FoundWarning[]
  moved: MovedReference[]
}

export interface CheckOutcome {
  /** What is open about the bundle after the write. */
  open: FoundWarning[]
  /** Null if nothing changes. */
  changes: WarningChanges | null
}

/** Where in the request the item is that a warning is about. */
type Locate = (warning: FoundWarning) => string

/** Checks a write of a bundle. Throws if a check refuses it. */
export function checkPayment(
  before: Bundle | null,
  after: Bundle | null,
  facts: CheckFacts,
  stored_settings: Partial<CheckSettings>,
  locate: Locate,
): CheckOutcome {
  const settings = checkSettingsOf(stored_settings)
  const references = checkReferences(before, after, facts.references)
  const results: Record<PaymentCheck, CheckResult> = {
    allocation: checkAllocation(before, after, facts.statuses),
    price: checkPrices(before, after, facts),
    overlapping_membership: checkOverlaps(before, after, facts.memberships),
    unknown_campaign: checkCampaigns(before, after, facts.campaigns),
    repeated_reference: references,
  }
  refuse(
    paymentChecks.filter(check => settings[check] === 'refuse').flatMap(check => results[check].caused),
    locate,
  )
  const active = paymentChecks.filter(check => settings[check] !== 'off')
  const found = active.flatMap(check => results[check].found)
  const isExamined = (warning: FoundWarning) =>
    settings[warning.check] === 'off' || results[warning.check].isExamined(warning)
  const open = facts.stored.filter(({ settled }) => !settled)
  const others = paymentChecks.flatMap(check => results[check].others.map(target => ({ check, ...target })))
  const causes = new Map(found.map(warning => [targetKey(warning), warning.cause]))
  const examined = [...open.filter(isExamined), ...others]
    .map(({ check, bundle_id, kind, target_id }) => ({ check, bundle_id, kind, target_id }))
    .map(target => ({ ...target, cause: causes.get(targetKey(target)) ?? null }))
  const gone = examined.filter(target => !open.some(warning => isSame(warning, target)))
  const added = found.filter(
    warning => !facts.stored.some(other => isSame(other, warning) && hasSameOther(other, warning)),
  )
  const changes = { gone, found: added, moved: references.moved }
  const isSettled = (warning: FoundWarning) => facts.stored.some(other => other.settled && isSame(other, warning))
  return {
    open: [
      ...found.filter(warning => warning.bundle_id === after?.id && !isSettled(warning)),
      ...open.filter(warning => !isExamined(warning)),
      ...active.flatMap(check => results[check].caused).filter(({ bundle_id }) => bundle_id !== after?.id),
    ],
    changes: gone.length + added.length + changes.moved.length > 0 ? changes : null,
  }
}

const isSame = (one: Target & { cause: string | null }, other: Target & { cause: string | null }) =>
  targetKey(one) === targetKey(other) && one.cause === other.cause

const hasSameOther = (one: FoundWarning, other: FoundWarning) => one.other_id === other.other_id

function refuse(caused: FoundWarning[], locate: Locate) {
  const faults = caused.map(warning => ({ location: locate(warning), message: refusalOf(warning), value: null }))
  const [first] = faults
  if (first)
    throw new ApiError('invalid_request', msg`${first.location} ${first.message}.`, { faults: faults.slice(0, 20) })
}
