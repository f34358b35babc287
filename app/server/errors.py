"""What the local API refuses, and why it cannot begin."""

from app.core.errors import AppError


class PortTaken(AppError):
    """The address cannot be listened on: host, port, detail."""

    code = "port_taken"


class ApiRequestInvalid(AppError):
    """A request is not what the API takes: param (the field, or what else is wrong), detail."""

    code = "api_request_invalid"


class ApiNotSupported(AppError):
    """A request asks for something that the API does not have: param."""

    code = "api_not_supported"


class ApiRequestTooLarge(AppError):
    """A request is longer than any that is taken: limit_bytes."""

    code = "api_request_too_large"


class ApiRequestSlow(AppError):
    """A request did not arrive in time: seconds."""

    code = "api_request_slow"


class ApiKeyWrong(AppError):
    """A request came without the key that is asked for, or with another one."""

    code = "api_key_wrong"


class ApiCallerRefused(AppError):
    """A request comes from a web page, or for a name that is not this computer's: caller."""

    code = "api_caller_refused"


class ApiModelUnknown(AppError):
    """A model was asked about that is not the one that is loaded: model."""

    code = "api_model_unknown"


class ApiPathUnknown(AppError):
    """Nothing is at the address that was asked for, or not in that way: method, path."""

    code = "api_path_unknown"


class ApiBusy(AppError):
    """As many requests wait for their turn as may: waiting_n."""

    code = "api_busy"


class ApiNothingLoaded(AppError):
    """No model is loaded that could answer."""

    code = "api_nothing_loaded"


class ApiReplyStopped(AppError):
    """A reply was stopped before its end, and not by whoever asked for it."""

    code = "api_reply_stopped"


class ApiFailed(AppError):
    """The API failed in a way that no part of the program has a name for: detail."""

    code = "api_failed"
