import { BookOutlined } from '@ant-design/icons';
import type { ChatPrompt } from '@gatehouse/contract/wire/chat.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Menu } from '../../theme/control/menu/Menu.tsx';

/** Prepared prompts. */
export function PromptPicker({ onPick }: { onPick: (prompt: ChatPrompt) => void }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const [wasOpened, setOpened] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['chat-prompts'],
    enabled: wasOpened,
    queryFn: ({ signal }) =>
      http.listOf('GET /api/v1/settings/chatai-prompts/', { signal, disableFlashErrorMsg: true }),
  });
  const note = error ? errorText(error, common) : data?.length === 0 ? t('prompt.none') : common('loading');
  const items = data?.length
    ? data.map((prompt) => ({ key: prompt.name, label: prompt.name, onSelect: () => onPick(prompt) }))
    : [{ key: '', label: note, disabled: true }];
  return (
    <Menu label={t('prompt.pick')} items={items} onOpen={() => setOpened(true)}>
      {(opener) => (
        <Button {...opener} size="small" type="text" icon={<BookOutlined aria-hidden />}>
          {t('prompt.pick')}
        </Button>
      )}
    </Menu>
  );
}
