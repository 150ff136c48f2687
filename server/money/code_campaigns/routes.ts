import { resource } from '../../http/operation.ts'
import { catalogueOperations } from '../core/catalogue_operations.ts'
import { changeCodeCampaign, codeCampaignCatalogue, createCodeCampaign } from './queries.ts'
import { CodeCampaign, CodeCampaignChange, NewCodeCampaign } from './schema.ts'

export const code_campaigns = resource(
  'code_campaigns',
  'The codes by which payments are counted for a campaign.',
  catalogueOperations({
    path: '/v1/code_campaigns',
    nouns: 'campaign codes',
    catalogue: codeCampaignCatalogue,
    row: CodeCampaign,
    creation: NewCodeCampaign,
    change: CodeCampaignChange,
    create: createCodeCampaign,
    update: changeCodeCampaign,
  }),
)
