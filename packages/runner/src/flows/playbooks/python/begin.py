"""Runs inside of the confinement: unpacks what the runner says on standard input, and becomes Ansible."""

import base64
import json
import os
import sys

told = json.load(sys.stdin)
here = os.getcwd()


def write(path, content):
    full = os.path.join(here, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, 'wb') as file:
        file.write(content)


for name, text in told['texts'].items():
    write(name, text.encode('utf-8'))
for file in told['files']:
    write(os.path.join('playbook', file['path']), base64.b64decode(file['content']))
os.makedirs(os.path.join(here, 'playbook'), exist_ok=True)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.chdir(os.path.join(here, 'playbook'))
environment = dict(os.environ, ANSIBLE_CONFIG=os.path.join(here, 'ansible.cfg'), ANSIBLE_HOME=os.path.join(here, 'ansible'))
os.execve(told['program'][0], told['program'], environment)
