-- Generated from the definitions.
CREATE TABLE "audits_outbox" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"transaction" bigint NOT NULL,
	"number" bigint,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "audits_stream" (
	"id" integer PRIMARY KEY NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"holder" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"date_sent" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL
);


-- Audit events for the stream (docs/decisions/0327), in the transaction of the row they tell of. Undoing a change and searching are no event.
CREATE FUNCTION audits_outbox_is_on() RETURNS boolean LANGUAGE sql STABLE
	RETURN EXISTS (SELECT FROM settings_setting s WHERE s.name = 'AUDIT_STREAM_ENABLED' AND s.value = 'true'::jsonb);

CREATE FUNCTION audits_outbox_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF audits_outbox_is_on() THEN
		INSERT INTO audits_outbox (transaction, kind, body)
		SELECT pg_current_xact_id()::text::bigint, TG_ARGV[0], to_jsonb(a) - 'search_text' - 'reversal' FROM added a;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER audits_userloginlog_event AFTER INSERT ON audits_userloginlog
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('login_log');
CREATE TRIGGER audits_ftplog_event AFTER INSERT ON audits_ftplog
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('ftp_log');
CREATE TRIGGER audits_operatelog_event AFTER INSERT ON audits_operatelog
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('operation_log');
CREATE TRIGGER audits_passwordchangelog_event AFTER INSERT ON audits_passwordchangelog
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('password_change_log');
CREATE TRIGGER terminal_command_event AFTER INSERT ON terminal_command
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('session_command_log');
CREATE TRIGGER terminal_session_event AFTER INSERT ON terminal_session
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audits_outbox_add('host_session_log');

CREATE FUNCTION audits_outbox_add_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF audits_outbox_is_on() THEN
		INSERT INTO audits_outbox (transaction, kind, body)
		VALUES (pg_current_xact_id()::text::bigint, 'host_session_log', to_jsonb(NEW) - 'search_text');
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER terminal_session_ended_event AFTER UPDATE ON terminal_session
	FOR EACH ROW WHEN (NEW.is_finished IS DISTINCT FROM OLD.is_finished) EXECUTE FUNCTION audits_outbox_add_ended();
