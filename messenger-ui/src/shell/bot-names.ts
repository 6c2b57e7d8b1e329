import type { i18n } from 'ui-kit';
import type { BotNames } from '../model/channels';

type Translate = ReturnType<typeof i18n.getFixedT<'messenger'>>;

/** Returns the names of the assistant and of the team in the language of `t`. */
export function botNames(t: Translate): BotNames {
  const assistant = t('assistant.name');
  return {
    assistant: { channel: assistant, bot: assistant },
    team: { channel: t('team.name'), bot: t('staff') },
  };
}
