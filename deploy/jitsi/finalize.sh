#!/bin/sh
# Jibri runs this script after a recording (JIBRI_FINALIZE_RECORDING_SCRIPT_PATH) with the folder as its argument. The script
# moves the recording under a random name to a folder that a web server of your network serves, and notifies Mentor Hub.
#
# RECORDINGS_DIR, RECORDINGS_URL: that folder and its address; set calls.recordings_origin of Mentor Hub to its origin.
# MENTORHUB_WEBHOOK_URL, MENTORHUB_WEBHOOK_SECRET: as in jitsi.env.
set -eu
folder=$1
: "${RECORDINGS_DIR:?}" "${RECORDINGS_URL:?}" "${MENTORHUB_WEBHOOK_URL:?}" "${MENTORHUB_WEBHOOK_SECRET:?}"

recording=$(find "$folder" -name '*.mp4' | head -n 1)
[ -n "$recording" ] || exit 0
# meeting_url is https://meet.example.org/<room>
room=$(sed -n 's/.*"meeting_url" *: *"[^"]*\/\([a-z2-7]*\)".*/\1/p' "$folder/metadata.json")
name=$(openssl rand -hex 16)
ended=$(stat -c %Y "$recording")
seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$recording" | cut -d. -f1)

# Transcription needs only the audio.
ffmpeg -loglevel error -i "$recording" -vn -ac 1 -b:a 32k "$RECORDINGS_DIR/$name.mp4"
rm -r "$folder"
find "$RECORDINGS_DIR" -name '*.mp4' -mmin +1440 -delete

body=$(printf '{"idempotencyKey":"%s","eventType":"RECORDING_UPLOADED","timestamp":%s000,"fqn":"mentorhub/%s","data":{"recordingSessionId":"%s","startTimestamp":%s000,"endTimestamp":%s000,"preAuthenticatedLink":"%s/%s.mp4"}}' \
    "$name" "$(date +%s)" "$room" "$name" "$((ended - seconds))" "$ended" "$RECORDINGS_URL" "$name")
at=$(date +%s)
signature=$(printf '%s.%s' "$at" "$body" | openssl dgst -sha256 -hmac "$MENTORHUB_WEBHOOK_SECRET" -binary | base64)
curl --fail --silent --show-error --retry 5 -H 'Content-Type: application/json' \
    -H "X-Jaas-Signature: t=$at,v1=$signature" --data "$body" "$MENTORHUB_WEBHOOK_URL"
