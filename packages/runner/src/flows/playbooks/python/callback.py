"""Says what happens on each machine, one JSON text a line."""

DOCUMENTATION = """
name: gatehouse
type: stdout
short_description: says what happens on each machine
description: Prints one JSON text a line.
author: Gatehouse
options: {}
"""

import json
import os

from ansible.plugins.callback import CallbackBase

MOST = 65536
SHOWN = ('msg', 'stdout', 'stderr', 'module_stdout', 'module_stderr', 'exception')


def say(**told):
    line = memoryview((json.dumps(told) + '\n').encode('ascii'))
    while line:
        line = line[os.write(1, line):]


def text_of(value):
    if isinstance(value, str):
        return value.rstrip()
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'stdout'
    CALLBACK_NAME = 'gatehouse'

    def __init__(self, *args, **kwargs):
        super(CallbackModule, self).__init__(*args, **kwargs)
        self._play = ''
        self._headed = {}

    def v2_playbook_on_play_start(self, play):
        self._play = play.get_name().strip()
        self._headed = {}

    def _say(self, result, state, isShown=False):
        host = result._host.get_name()
        content = result._result
        lines = []
        if self._play and not self._headed.get(host):
            lines.append('PLAY [%s]' % self._play)
            self._headed[host] = True
        label = ''
        if '_ansible_item_label' in content:
            label = ' (%s)' % text_of(content['_ansible_item_label'])
        lines.append('TASK [%s]%s %s' % (result._task.get_name().strip(), label, state))
        isLoop = 'results' in content and 'item' not in content
        if not isLoop:
            if content.get('diff') and result._task.diff is not False:
                lines.append(self._get_diff(content['diff']).rstrip())
            verbose = content.get('_ansible_verbose_always', False)
            for name in SHOWN:
                if content.get(name) and (isShown or verbose or name in ('stdout', 'stderr')):
                    text = text_of(content[name])
                    if text not in lines:
                        lines.append(text)
            if verbose and not content.get('msg'):
                shown = {name: value for name, value in content.items() if not name.startswith('_') and name not in ('changed', 'invocation')}
                lines.append(text_of(shown))
        say(host=host, text=('\n'.join(line for line in lines if line) + '\n')[:MOST])

    def v2_runner_on_ok(self, result):
        self._say(result, 'changed' if result._result.get('changed') else 'ok')

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._say(result, 'failed, ignored' if ignore_errors else 'failed', True)

    def v2_runner_on_unreachable(self, result):
        self._say(result, 'unreachable', True)

    def v2_runner_on_skipped(self, result):
        self._say(result, 'skipped')

    def v2_runner_item_on_ok(self, result):
        self.v2_runner_on_ok(result)

    def v2_runner_item_on_failed(self, result):
        self._say(result, 'failed', True)

    def v2_runner_item_on_skipped(self, result):
        self._say(result, 'skipped')

    def v2_runner_retry(self, result):
        self._say(result, 'tried again')

    def v2_playbook_on_stats(self, stats):
        for host in stats.processed:
            told = stats.summarize(host)
            names = ('ok', 'changed', 'unreachable', 'failures', 'skipped', 'rescued', 'ignored')
            recap = ' '.join('%s=%d' % (name, told[name]) for name in names)
            say(host=host, text='RECAP %s\n' % recap, failures=told['failures'], unreachable=told['unreachable'])
