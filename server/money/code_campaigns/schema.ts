import { type Static, Type } from 'typebox'
import { Id, Name } from '../../fields.ts'
import { stamps } from '../core/fields.ts'

const details = { code: Name, name: Type.String({ maxLength: 200 }), hidden: Type.Boolean() }

export const CodeCampaign = Type.Object({ id: Id, ...stamps, ...details }, { title: 'CodeCampaign' })

export const NewCodeCampaign = {
  code: Name,
  name: Type.String({ maxLength: 200, default: '' }),
  hidden: Type.Boolean({ default: false }),
}

const Change = Type.Partial(Type.Object(details))
export const CodeCampaignChange = Change.properties

export type CodeCampaign = Static<typeof CodeCampaign>
export type CodeCampaignChange = Static<typeof Change>
