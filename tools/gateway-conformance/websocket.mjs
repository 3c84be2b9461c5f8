// Echoes the frames of a websocket (RFC 6455).

/** The first frame of the bytes: `{ opcode, fin, payload, length }`; undefined while it is not complete. */
function firstFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const begin = 2 + extra + 4; // a client masks what it sends
  if (bytes.length < begin) return undefined;
  const size = extra === 2 ? bytes.readUInt16BE(2) : extra === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < begin + size) return undefined;
  const mask = bytes.subarray(begin - 4, begin);
  const payload = Buffer.from(bytes.subarray(begin, begin + size));
  for (let index = 0; index < size; index++) payload[index] ^= mask[index % 4];
  return { opcode: bytes[0] & 0x0f, fin: bytes[0] & 0x80, payload, length: begin + size };
}

/** A frame of a server, which is not masked. */
function frame(opcode, fin, payload) {
  const size = payload.length;
  const head = size < 126 ? Buffer.alloc(2) : size < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = fin | opcode;
  if (size < 126) head[1] = size;
  else if (size < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(size, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(size), 2);
  }
  return Buffer.concat([head, payload]);
}

const [CLOSE, PING, PONG] = [0x8, 0x9, 0xa];

/** Echoes every frame of an upgraded connection until it closes; `head` are bytes that came with the upgrade. */
export function echoFrames(socket, head) {
  let bytes = head;
  const read = () => {
    for (let received = firstFrame(bytes); received; received = firstFrame(bytes)) {
      bytes = bytes.subarray(received.length);
      if (received.opcode === CLOSE) return socket.end(frame(CLOSE, 0x80, received.payload));
      if (received.opcode !== PONG) socket.write(frame(received.opcode === PING ? PONG : received.opcode, received.fin, received.payload));
    }
    return undefined;
  };
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    read();
  });
  read();
}
