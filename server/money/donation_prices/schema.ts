import { Type } from 'typebox'
import { Id, Line } from '../../fields.ts'
import { newPrice, price, stamps } from '../core/fields.ts'

const Kind = Type.String({ ...Line, description: 'Any word. Built in: one_off and recurring.' })
const details = { ...price, kind: Kind }

export const DonationPrice = Type.Object({ id: Id, ...stamps, ...details }, { title: 'DonationPrice' })

export const NewDonationPrice = { ...newPrice, kind: Type.String({ ...Kind, default: 'one_off' }) }

export const DonationPriceChange = Type.Partial(Type.Object(details)).properties
