import { CaretRightOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons';
import { type ToolName, toolNames } from '@gatehouse/contract/wire/tools/tools.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredMark } from '../../engine/form/FormBody.tsx';
import { NumberInput } from '../../platform/input/NumberInput.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { SettingSearch } from '../settings/SettingSearch.tsx';
import { useSettingPanels } from '../settings/useSettingPanels.ts';
import { GatewayInput, useMayChooseGateway } from './GatewayInput.tsx';
import { laterServerTime } from './serverTime.ts';
import { initialOf, type ToolField, toolFields } from './toolFields.ts';
import { rulesOf } from './toolRules.ts';
import styles from './tools.module.css';
import { useToolRun } from './useToolRun.ts';

/** What time it is on the server, which decides when schedules run and what logs say. */
function ServerTime() {
  const { t } = useTranslation('tools');
  const http = useHttp();
  const [seconds, setSeconds] = useState(0);
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['serverTime'],
    queryFn: ({ signal }) => http.call('GET /api/v1/settings/server-info/', { signal }),
  });
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.round((Date.now() - dataUpdatedAt) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [dataUpdatedAt]);
  if (!data) return null;
  return (
    <p className={styles.time}>
      <ClockCircleOutlined aria-hidden /> {t('serverTime')}{' '}
      <b>{laterServerTime(data.CURRENT_TIME, seconds)}</b>
    </p>
  );
}

function FieldInput({ field, ...props }: { field: ToolField; id?: string }) {
  const { t } = useTranslation('tools');
  if (field.as === 'number')
    return (
      <NumberInput
        {...props}
        precision={0}
        style={{ width: '100%' }}
        {...(field.unit && { suffix: t(`unit.${field.unit}`) })}
      />
    );
  return field.as === 'text' ? (
    <Input {...props} maxLength={1024} autoComplete="off" />
  ) : (
    <Select {...props} mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';']} />
  );
}

/** Output of a run; follows the newest line while the reader is at the end. */
function Output({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (text && isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <textarea
      ref={box}
      className={styles.output}
      aria-label={label}
      readOnly
      spellCheck={false}
      value={text}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    />
  );
}

function Tool({ tool }: { tool: ToolName }) {
  const { t } = useTranslation('tools');
  const { output, state, start, stop } = useToolRun();
  const isRunning = state === 'running';
  const requiredMark = useRequiredMark();
  const mayChooseGateway = useMayChooseGateway();
  return (
    <div className={styles.tool}>
      <Form
        layout="vertical"
        requiredMark={requiredMark}
        className={styles.form as string}
        initialValues={initialOf(tool)}
        onFinish={(values: Record<string, unknown>) => start(tool, values)}
      >
        <p className={styles.help}>{t(`help.${tool}`)}</p>
        {toolFields[tool].map((field) => (
          <Form.Item
            key={field.name}
            name={field.name}
            label={t(`field.${field.name}`)}
            {...(field.as !== 'number' &&
              field.example && { extra: t('example', { example: field.example }) })}
            rules={rulesOf(field, (key, values) => t(key, { ...values }))}
          >
            <FieldInput field={field} />
          </Form.Item>
        ))}
        {mayChooseGateway && (
          <Form.Item name="gateway" label={t('field.gateway')} extra={t('gatewayHelp')}>
            <GatewayInput />
          </Form.Item>
        )}
        <div className={styles.buttons}>
          <Button
            type="primary"
            htmlType="submit"
            icon={<CaretRightOutlined aria-hidden />}
            disabled={isRunning}
          >
            {t('start')}
          </Button>
          <Button icon={<StopOutlined aria-hidden />} disabled={!isRunning} onClick={stop}>
            {t('stop')}
          </Button>
        </div>
      </Form>
      <section className={styles.result}>
        <p role="status" className={styles.state}>
          {t(`state.${state}`)}
        </p>
        <Output text={output} label={t('output')} />
      </section>
    </div>
  );
}

/** Names of programs are the same in all languages. */
const nameOf = (tool: ToolName): string => tool.charAt(0).toUpperCase() + tool.slice(1);

/** Ping, telnet, nmap, tcpdump and traceroute, as the server or a gateway sees the network. */
export function ToolsPage() {
  const can = useCan();
  const panels = useSettingPanels();
  const tools = toolNames.filter((tool) => tool !== 'tcpdump' || can('settings.view_setting'));
  return (
    <PageFrame extra={<SettingSearch panels={panels.data} />}>
      <ServerTime />
      <PageTabs
        tabs={tools.map((tool) => ({
          key: nameOf(tool),
          label: nameOf(tool),
          render: () => <Tool key={tool} tool={tool} />,
        }))}
      />
    </PageFrame>
  );
}
