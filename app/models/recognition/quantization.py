"""How the weights of a checkpoint are quantized, by the name that people know it under."""

from collections.abc import Collection

from app.models.config import Config

# Names in configs -> names in words; what is not here is told as it stands there.
_NAMES = {
    "awq": "AWQ",
    "bitnet": "BitNet",
    "compressed-tensors": "compressed tensors",
    "eetq": "EETQ",
    "exl2": "EXL2",
    "exl3": "EXL3",
    "fbgemm_fp8": "FP8",
    "float-quantized": "FP8",
    "fp8": "FP8",
    "gptq": "GPTQ",
    "hqq": "HQQ",
    "int-quantized": "INT8",
    "marlin-24": "Marlin",
    "modelopt": "ModelOpt",
    "mxfp4": "MXFP4",
    "naive-quantized": "FP8",
    "nvfp4-pack-quantized": "NVFP4",
    "pack-quantized": "packed integers (compressed tensors)",
    "torchao": "torchao",
}
_KEYS = ("quant_algo", "quant_method", "format")
# Endings of tensors that only one way of quantizing has.
_BY_TENSORS = (
    (".qweight", "GPTQ or AWQ"),
    (".weight_packed", "compressed tensors"),
    (".quant_state.bitsandbytes__nf4", "bitsandbytes"),
    (".quant_state.bitsandbytes__fp4", "bitsandbytes"),
    (".weight_scale_2", "NVFP4"),
    (".weight_scale_inv", "FP8"),
    (".trellis", "EXL3"),
    (".q_weight", "EXL2"),
)
_LONGEST = 40


def quantization_scheme(config: Config, tensor_names: Collection[str] = ()) -> str | None:
    """What a checkpoint's weights are quantized with, as its config or else its tensors tell; None for plain ones."""
    for key in ("quantization_config", "compression_config"):
        if config.has(key):
            return _told(config.section(key))
    if config.has("quantization"):
        return _told(config.section("quantization"))
    endings = [name for ending, name in _BY_TENSORS if any(tensor.endswith(ending) for tensor in tensor_names)]
    return next(iter(endings), None)


def _told(section: Config) -> str:
    names = [section.text(key) for key in _KEYS if section.has(key)]
    # A family of formats under one method: the format tells more.
    telling = names[-1] if names and names[0] == "compressed-tensors" else next(iter(names), "")
    if telling:
        return _NAMES.get(telling.lower(), telling[:_LONGEST])
    if section.has("bits") and section.has("group_size"):
        return f"MLX, {section.integer('bits')} bits"
    return "unknown"
