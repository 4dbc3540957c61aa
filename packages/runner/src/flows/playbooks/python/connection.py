"""Reaches machines through the runner, which alone holds secrets and connections."""

DOCUMENTATION = """
name: gatehouse
short_description: reaches machines through the runner
description: Asks the runner to run a command on a machine of the run.
author: Gatehouse
options: {}
"""

import json
import os
import shlex
import socket
import struct

from ansible.errors import AnsibleConnectionFailure, AnsibleError
from ansible.plugins.connection import ConnectionBase

DOOR = '/run/door/socket'


class Connection(ConnectionBase):
    transport = 'gatehouse'
    has_pipelining = True

    def _connect(self):
        self._connected = True
        return self

    def close(self):
        self._connected = False

    def _read(self, door, size):
        parts = []
        while size > 0:
            part = door.recv(min(size, 65536))
            if not part:
                raise AnsibleConnectionFailure('The runner has closed the connection.')
            parts.append(part)
            size -= len(part)
        return b''.join(parts)

    def exec_command(self, cmd, in_data=None, sudoable=True):
        super(Connection, self).exec_command(cmd, in_data=in_data, sudoable=sudoable)
        head = json.dumps({'host': self._play_context.remote_addr, 'command': cmd})
        printed = {1: [], 2: []}
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            try:
                door.connect(DOOR)
                door.sendall(head.encode('utf-8') + b'\n' + (in_data or b''))
                door.shutdown(socket.SHUT_WR)
            except OSError as error:
                raise AnsibleConnectionFailure('The runner does not answer: %s' % error)
            while True:
                kind, size = struct.unpack('>BI', self._read(door, 5))
                content = self._read(door, size)
                if kind in printed:
                    printed[kind].append(content)
                elif kind == 3:
                    return int(content), b''.join(printed[1]), b''.join(printed[2])
                else:
                    raise AnsibleConnectionFailure(content.decode('utf-8', 'replace'))
        finally:
            door.close()

    def put_file(self, in_path, out_path):
        super(Connection, self).put_file(in_path, out_path)
        with open(os.path.abspath(in_path), 'rb') as file:
            code, _, errors = self.exec_command('dd of=%s bs=65536' % shlex.quote(out_path), file.read())
        if code != 0:
            raise AnsibleError('%s could not be written: %s' % (out_path, errors.decode('utf-8', 'replace')))

    def fetch_file(self, in_path, out_path):
        super(Connection, self).fetch_file(in_path, out_path)
        code, content, errors = self.exec_command('dd if=%s bs=65536' % shlex.quote(in_path))
        if code != 0:
            raise AnsibleError('%s could not be read: %s' % (in_path, errors.decode('utf-8', 'replace')))
        with open(os.path.abspath(out_path), 'wb') as file:
            file.write(content)
